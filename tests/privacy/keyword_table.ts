import { NAME_WORDS } from "../../src/privacy/heuristics.ts";
import { RULES } from "../../src/privacy/redaction.ts";
import { PRINTING } from "../../src/privacy/rules/documents.ts";
import type { Rule } from "../../src/privacy/matching.ts";

type Signs = Pick<Rule, "keywords" | "proof">;

const NAMES = NAME_WORDS.join("|");
const MAKERS = "openssl rand|randombytes|random_bytes|op read|config:get|-decryption".split("|");

/** What the walk through JSON knows beside the rules: a label beside a value, an option before it, what prints a secret. */
const BESIDE_RULES: readonly Signs[] = [
  {
    keywords: ["name", "key", "element", "selector", "field", "label"].map((key) => `${key}": "`),
    proof: new RegExp(`(?:name|key|element|selector|field|label)": "[^\\n]*?(?:${NAMES})`, "i"),
  },
  { keywords: ["--"], proof: new RegExp(`--[\\w-]{0,99}(?:${NAMES})[^\\n]{0,99}\\n`, "i") },
  { keywords: [...NAME_WORDS, ...MAKERS], proof: PRINTING },
];

/**
 * The text of `src/privacy/keywords.json`, by which hooks look for secrets without the rules: words that hardly stand in
 * other texts, and common words by the pattern that such a text must have as well. A pattern of any case takes twice as
 * long to make as one in `lower`, which is tested on the text in lower case. `pattern` finds the keywords of three units and more that
 * hold no other.
 */
export function keywordsJson(): string {
  const all: readonly Signs[] = [...RULES, ...BESIDE_RULES];
  const distinctive = all.flatMap(({ keywords, proof }) => proof === undefined ? keywords : []);
  const proved = Map.groupBy(all.filter(({ proof }) => proof !== undefined), ({ proof }) => proof!);
  const tableOf = (isLower: boolean) =>
    Object.fromEntries(
      [...proved].filter(([{ flags }]) => (flags === "i") === isLower)
        .map(([{ source }, signs]) => [source, unique(signs.flatMap(({ keywords }) => keywords)).join("\n")]),
    );
  const words = unique(all.flatMap(({ keywords }) => keywords)).filter((word) => word.length > 2);
  const roots = words.filter((word) => !words.some((other) => other !== word && word.includes(other)));
  const tables = { common: tableOf(false), lower: tableOf(true) };
  const table = { pattern: patternOf(roots), distinctive: unique(distinctive).join("\n"), ...tables };
  return JSON.stringify(table, null, 1) + "\n";
}

/** A pattern of words of which none begins with another; each beginning that several share stands once. */
function patternOf(words: readonly string[]): string {
  const rests = Map.groupBy(words, (word) => word.slice(0, 1));
  const branches = Array.from(rests, ([unit, same]) => {
    const escaped = unit.replace(/[.|*+?(){}[\]\\/^$]/, "\\$&");
    return escaped + (unit === "" ? "" : patternOf(same.map((word) => word.slice(1))));
  });
  return branches.length === 1 ? branches[0]! : `(?:${branches.join("|")})`;
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)].sort();
}
