import { redactSecrets } from "../../src/privacy/redaction.ts";

/** A way to write one text that a pattern takes. */
type Sampler = (random: () => number) => string;

const WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
const PRINTED = `${WORD} !#$%&()*+,-./:;<=>?@[]^{|}~`;
const CLASSES: Readonly<Record<string, string>> = {
  w: WORD,
  d: "0123456789",
  s: " ",
  S: WORD,
  n: "\n",
  r: "\n",
  t: "\t",
};
/** Repetitions without an end are written up to so many times more than they must be. */
const MORE = 24;

/**
 * Reads a pattern in the syntax of RE2, which has no look-around. Letters outside of sets are written as they stand also
 * where their case is ignored. An unknown form throws a SyntaxError.
 */
function samplerOf(pattern: string): Sampler {
  return new Reader(pattern).all();
}

class Reader {
  #at = 0;
  #isCaseIgnored = false;
  constructor(readonly source: string) {}

  all(): Sampler {
    const sampler = this.#alternatives();
    if (this.#at < this.source.length) throw new SyntaxError(`Cannot read ${this.source.slice(this.#at)}`);
    return sampler;
  }

  #alternatives(): Sampler {
    const isIgnoredOutside = this.#isCaseIgnored;
    const choices = [this.#sequence()];
    while (this.#take("|")) choices.push(this.#sequence());
    this.#isCaseIgnored = isIgnoredOutside;
    return (random) => (choices[Math.floor(random() * choices.length)] ?? choices[0]!)(random);
  }

  #sequence(): Sampler {
    const parts: Sampler[] = [];
    while (this.#at < this.source.length && !"|)".includes(this.source[this.#at]!)) {
      parts.push(this.#repeated(this.#atom()));
    }
    return (random) => parts.map((part) => part(random)).join("");
  }

  #repeated(atom: Sampler): Sampler {
    const [whole = "", sign, low, comma, high] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.#at)) ?? [];
    if (whole === "") return atom;
    this.#at += whole.length;
    const min = sign === undefined ? Number(low) : sign === "+" ? 1 : 0;
    const max = sign === "?" ? 1 : sign !== undefined || (comma && !high) ? min + MORE : Number(high || low);
    return (random) =>
      Array.from({ length: min + Math.floor(random() * (max - min + 1)) }, () => atom(random)).join("");
  }

  #atom(): Sampler {
    const unit = this.source[this.#at++] ?? "";
    if (unit === "(") return this.#group();
    if (unit === "[") return oneOf(this.#set());
    if (unit === "^" || unit === "$") return () => "";
    if (unit === ".") return () => ".";
    if (unit !== "\\") return () => unit;
    const escaped = this.#escaped();
    return escaped === undefined ? () => "" : oneOf(escaped);
  }

  /** The flags of a group without a body hold to the end of what is around it. */
  #group(): Sampler {
    const [flags = "", on] = /^\?(?:P<\w+>|(i|-i|s|):?)/.exec(this.source.slice(this.#at)) ?? [];
    this.#at += flags.length;
    const isIgnoredOutside = this.#isCaseIgnored;
    if (on === "i" || on === "-i") this.#isCaseIgnored = on === "i";
    if (flags !== "" && !flags.endsWith(":") && !flags.endsWith(">") && this.#take(")")) return () => "";
    const inner = this.#alternatives();
    if (!this.#take(")")) throw new SyntaxError(`Cannot read ${this.source}: a group has no end`);
    this.#isCaseIgnored = isIgnoredOutside;
    return inner;
  }

  #set(): string {
    const isNegated = this.#take("^");
    let units = "";
    while (!this.#take("]")) {
      const [named = ""] = /^\[:alnum:\]/.exec(this.source.slice(this.#at)) ?? [];
      this.#at += named.length;
      const first = named !== "" ? WORD.replace("_", "") : this.#setUnit();
      const range = /^-([^\]])/.exec(this.source.slice(this.#at))?.[1];
      units += first.length === 1 && range !== undefined ? this.#range(first) : this.#cased(first);
    }
    return isNegated ? [...PRINTED].filter((unit) => !units.includes(unit)).join("") : units;
  }

  #setUnit(): string {
    const unit = this.source[this.#at++] ?? "";
    return unit === "\\" ? this.#escaped() ?? "" : unit;
  }

  #range(from: string): string {
    this.#at++;
    const [low, high] = [from.charCodeAt(0), this.#setUnit().charCodeAt(0)];
    const units = Array.from({ length: high - low + 1 }, (_, i) => String.fromCharCode(low + i)).join("");
    return this.#cased(units);
  }

  /** Undefined for what takes no room, such as `\b`. */
  #escaped(): string | undefined {
    const [whole = "", hex] = /^(?:x([0-9a-fA-F]{2})|.)/.exec(this.source.slice(this.#at)) ?? [];
    this.#at += whole.length;
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    return whole === "b" || whole === "z" ? undefined : CLASSES[whole] ?? whole;
  }

  #cased(units: string): string {
    return this.#isCaseIgnored ? units.toLowerCase() + units.toUpperCase() : units;
  }

  #take(sign: string): boolean {
    const isThere = this.source.startsWith(sign, this.#at);
    if (isThere) this.#at += sign.length;
    return isThere;
  }
}

function oneOf(units: string): Sampler {
  return (random) => units[Math.floor(random() * units.length)] ?? "";
}

/**
 * Says which shapes of secrets that another table knows are not hidden here. The table is the `gitleaks.toml` of the
 * project of that name; each of its rules is sampled, and a sample counts as hidden where nothing of 8 units is left.
 */
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

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const table = Deno.readTextFileSync(path);
const random = randomFrom(Number(seed) * 7919);
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
    const named = samplerOf(name ?? "");
    for (const form of forms.flatMap((form) => Array(name === undefined ? ROUNDS : 1).fill(form))) {
      const secret = value(random).trim().replace(/^"(.*)"$/, "$1");
      const name = named(random);
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
    if (!(error instanceof SyntaxError)) throw error;
    console.log(`${id}: ${error.message}`);
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
