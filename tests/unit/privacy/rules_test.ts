import { equal, notEqual, ok } from "node:assert/strict";
import { keywordsJson } from "../../privacy/keyword_table.ts";
import { keywordsIn, mayNeedCleaning, withoutColours } from "../../../src/privacy/prefilter.ts";
import { redactSecrets, RULES } from "../../../src/privacy/redaction.ts";

/** What breaks a token for scanners, and what stands around the secret. */
const BREAK = "·";
const MARKED = /«([^]*)»/;

for (const [number, { keywords, proof, find, hides, leaves = [] }] of RULES.entries()) {
  const name = `rule ${number} (${Object.keys(hides).join(", ") || "beside files"})`;
  const holdsKeyword = (text: string) =>
    keywords.some((word) => text.toLowerCase().includes(word)) && (proof?.test(text) ?? true);

  Deno.test(`${name} hides its examples, and nothing more when it is done again`, () => {
    for (const [kind, examples] of Object.entries(hides)) {
      for (const example of examples) {
        const marked = example.replaceAll(BREAK, "");
        const text = marked.replace(MARKED, "$1");
        notEqual(text, marked, `nothing is marked in ${example}`);
        ok(holdsKeyword(text), `no keyword, or no proof, stands in ${text}`);
        ok(mayNeedCleaning({ a: { stdout: text } }), `the prefilter misses ${text}`);
        notEqual(find(text).length, 0, `the rule itself misses ${text}`);
        const clean = redactSecrets(text);
        equal(clean, marked.replace(MARKED, `[redacted:${kind}]`));
        equal(redactSecrets(clean), clean);
        equal(withoutColours(redactSecrets(`\u001b[32m${text}\u001b[0m`)), clean);
      }
    }
  });

  Deno.test(`${name} leaves alone what only looks like its examples`, () => {
    for (const text of leaves) equal(redactSecrets(text.replaceAll(BREAK, "")), text.replaceAll(BREAK, ""));
  });

  Deno.test(`${name} has keywords that read the same in JSON, and a proof of any case has no capitals`, () => {
    if (proof?.flags === "i") equal(/[A-Z]/.test(proof.source.replace(/\\./g, "")), false);
    for (const word of keywords) {
      equal(JSON.stringify(word), `"${word.toLowerCase()}"`);
    }
  });
}

Deno.test("the prefilter has the keywords of the rules", async () => {
  const written = await Deno.readTextFile(new URL("../../../src/privacy/keywords.json", import.meta.url));
  equal(
    JSON.stringify(JSON.parse(written)),
    JSON.stringify(JSON.parse(keywordsJson())),
    "run: deno task keywords",
  );
});

Deno.test("keywordsIn() finds each keyword, as it stands and within another word, before and after the pattern is used", () => {
  const words = RULES.flatMap(({ keywords }) => keywords);
  const findsAll = () => {
    for (const word of words) {
      ok(keywordsIn(word.toUpperCase()).has(word), word);
      ok(keywordsIn(`${word.slice(0, -1)}${word}12`).has(word), word);
    }
  };
  findsAll();
  keywordsIn("12 ".repeat(20_000));
  findsAll();
});

Deno.test("the prefilter spares most calls the rules: these have common keywords and no proof, or the name of a tag and no tag", () => {
  const spared = [
    "src/key.ts imports the patterns of `task`",
    "| name | rule | https://a.example/b |",
    "for (const key of keys) tasks.push(open(key)); // 80 % of it",
    "class Ledger { private readonly rows: Row[]; } // see private_tags.ts",
  ];
  for (const text of spared) equal(mayNeedCleaning(text), false, text);
});
