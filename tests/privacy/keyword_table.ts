import { NAME_WORDS } from "../../src/privacy/proof.ts";
import { RULES } from "../../src/privacy/redaction.ts";
import { PRINTING } from "../../src/privacy/rules/documents.ts";
import type { Rule } from "../../src/privacy/reading.ts";

type Signs = Pick<Rule, "keywords" | "proof">;

const NAMES = NAME_WORDS.join("|");

/** What the walk through JSON knows beside the rules: a label beside a value, an option before it, what prints a secret. */
const BESIDE_RULES: readonly Signs[] = [
  {
    keywords: ['name": "', 'key": "', 'element": "'],
    proof: new RegExp(`(?:name|key|element)": "[^\\n]*?(?:${NAMES})`, "i"),
  },
  { keywords: ["--"], proof: new RegExp(`--[\\w-]*(?:${NAMES})[^\\n]*\\n`, "i") },
  {
    keywords: [
      "get secret",
      "get-secret",
      "secret show",
      "secrets versions",
      "get password",
      "-password",
      "pass show",
    ]
      .concat("get-parameter", "vault kv get", "output -raw", "/run/secrets/"),
    proof: PRINTING,
  },
];

/**
 * The text of `src/privacy/keywords.json`, by which hooks look for secrets without the rules: words that hardly stand in
 * other texts, and common words, each list with the pattern that such a text must have as well, and its flags.
 */
export function keywordsJson(): string {
  const all: readonly Signs[] = [...RULES, ...BESIDE_RULES];
  const telling = all.flatMap(({ keywords, proof }) => proof === undefined ? keywords : []);
  const common = Map.groupBy(all.filter(({ proof }) => proof !== undefined), ({ proof }) => proof!);
  const rows = Array.from(common, ([{ source, flags }, signs]) => ({
    words: unique(signs.flatMap(({ keywords }) => keywords)),
    proof: source,
    flags,
  }));
  return JSON.stringify({ telling: unique(telling), common: rows }, null, 1) + "\n";
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)].sort();
}
