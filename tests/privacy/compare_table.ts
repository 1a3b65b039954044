/**
 * Says which shapes of secrets that another table knows are not hidden here. The table is the `gitleaks.toml` of the
 * project of that name; each of its rules is sampled, and a sample counts as hidden where nothing of 8 units is left.
 */
import * as fc from "fast-check";
import { redactSecrets } from "../../src/privacy/redaction.ts";

const SET = /\\[wdsS]|\\?\.|\[\^?(?:\[:alnum:\]|\\.|[^\]\\])+\]/g;

/** Samples what a pattern in the syntax of RE2 takes, which has no look-around; throws an error for an unknown form. */
function samplerOf(pattern: string): fc.Arbitrary<string> {
  const flags = pattern.includes("(?i)") ? "i" : "";
  const plain = pattern.replaceAll(/\(\?(?:P<\w+>|-?[is]:)/g, "(?:").replaceAll(/\(\?-?[is]\)|\\[bz]/g, "")
    .replaceAll("\\S", "\\w");
  // Each unit of a set is as likely as any other of it; where any unit may stand, a dot does.
  const even = plain.replaceAll(SET, (set) => {
    const one = new RegExp(`^${set.replace(/^\.$/, "[.]").replace("[:alnum:]", "a-zA-Z0-9")}$`, flags);
    const printed = Array.from({ length: 95 }, (_, i) => 32 + i);
    const taken = printed.filter((code) => one.test(String.fromCharCode(code)));
    return `[${taken.map((code) => `\\x${code.toString(16)}`).join("")}]`;
  });
  return fc.noBias(fc.stringMatching(new RegExp(`^(?:${even})$`)));
}

const [path, seed = "1"] = Deno.args;
if (path === undefined) {
  console.error(
    "Cannot compare: no table is named. Run: deno task compare:secrets PATH/gitleaks.toml [SEED]",
  );
  Deno.exit(2);
}

/** The rule of a table says by this that a name stands before the secret. */
const NAME =
  /^(?:\(\?i\))?(?:\[\\w\.-\]\{0,50\}\?(?:\(\?i:)?)+\(\?:((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\(\?:\[ \\t\\w\.-\]\{0,20\}\)/;
/** What ends the name and begins the value, and what ends that. */
const BETWEEN = "[\\x60'\"\\s=]{0,5}";
const BEHIND = /\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$\)$/;
const NAMED = [
  '{}_api_token = "{s}"\n',
  "{}Token: {s}\n",
  "{N}_KEY={s}\n",
  '{"{}_key": "{s}"}\n',
  'var {}Secret = "{s}"\n',
  "export {N}_TOKEN='{s}'\n",
];
const BARE = ["see {s} here\n", '  "{s}",\n'];
const ROUNDS = 3;

const table = Deno.readTextFileSync(path);
const counts = { bare: [0, 0], named: [0, 0] };
for (const rule of table.split("[[rules]]").slice(1)) {
  const id = /^id = "([^"]+)"/m.exec(rule)?.[1] ?? "?";
  const regex = /^regex = '''([^]*?)'''/m.exec(rule)?.[1];
  if (regex === undefined) continue;
  const name = NAME.exec(regex)?.[1];
  const from = name === undefined ? 0 : regex.indexOf(BETWEEN) + BETWEEN.length;
  const flag = regex.startsWith("(?i)") && from > 0 ? "(?i)" : "";
  const forms = name === undefined ? BARE : NAMED;
  const shown: string[] = [];
  const count = counts[name === undefined ? "bare" : "named"];
  try {
    const value = samplerOf(flag + regex.slice(from).replace(BEHIND, ""));
    const all = name === undefined ? Array(ROUNDS).fill(forms).flat() : forms;
    const samples = fc.sample(fc.tuple(value, name === undefined ? fc.constant("") : samplerOf(name)), {
      seed: Number(seed),
      numRuns: all.length,
    });
    for (const [i, [sample, name]] of samples.entries()) {
      const [form, secret] = [all[i]!, sample.trim().replace(/^"(.*)"$/, "$1")];
      const text = form.replace("{}", () => name).replace("{N}", () => name.toUpperCase()).replace(
        "{s}",
        () => secret,
      );
      const kept = redactSecrets(text);
      count[1]!++;
      if (isHidden(secret, kept)) count[0]!++;
      else shown.push(text.trim());
    }
  } catch (error) {
    console.log(`${id}: ${(error as Error).message}`);
  }
  if (shown.length > 0) console.log(`${id}: ${shown.length} not hidden, such as ${JSON.stringify(shown[0])}`);
}
for (const [form, [hidden = 0, all = 0]] of Object.entries(counts)) {
  console.log(`${form}: ${hidden} of ${all} hidden (${(100 * hidden / all).toFixed(1)} %)`);
}

function isHidden(secret: string, kept: string): boolean {
  const size = Math.min(8, secret.length);
  const inner = secret.slice(Math.floor((secret.length - size) * 0.6));
  return !kept.includes(secret) && !kept.includes(inner.slice(0, size));
}
