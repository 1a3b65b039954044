import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { keywordsJson } from "../../privacy/keyword_table.ts";
import table from "../../privacy/rule_examples.json" with { type: "json" };
import { keywordsIn, mayNeedCleaning, withoutColours } from "../../../src/privacy/prefilter.ts";
import { redactSecrets, RULES } from "../../../src/privacy/redaction.ts";
import { inTime } from "../../_support/in_time.ts";

/** What breaks a token for scanners, and what stands around the secret. */
const BREAK = "·";
const MARKED = /«([^]*)»/;

type Rule = typeof RULES[number];

function isTried({ keywords, proof }: Rule, text: string): boolean {
  return keywords.some((word) => text.toLowerCase().includes(word)) && (proof?.test(text) ?? true);
}

const found = new Set<Rule>();
for (const [kind, examples] of Object.entries(table.hides)) {
  Deno.test(`the rules hide each ${kind} of their examples, and nothing more when it is done again`, () => {
    for (const example of examples) {
      const marked = example.replaceAll(BREAK, "");
      const text = marked.replace(MARKED, "$1");
      notEqual(text, marked, `nothing is marked in ${example}`);
      const finders = RULES.filter((rule) => isTried(rule, text) && rule.find(text).length > 0);
      notEqual(finders.length, 0, `no rule that its keywords and proof try finds ${text}`);
      for (const rule of finders) found.add(rule);
      ok(mayNeedCleaning({ a: { stdout: text } }), `the prefilter misses ${text}`);
      const clean = redactSecrets(text);
      equal(clean, marked.replace(MARKED, `[redacted:${kind}]`));
      equal(redactSecrets(clean), clean);
      equal(withoutColours(redactSecrets(`\u001b[32m${text}\u001b[0m`)), clean);
    }
  });
}

Deno.test("each rule finds an example", () => {
  deepEqual(RULES.filter((rule) => !found.has(rule)).map(({ keywords }) => keywords), [[
    "get secret-value:",
  ]]);
});

Deno.test("the rules leave alone texts that only look like their examples", () => {
  for (const text of table.leaves) {
    equal(redactSecrets(text.replaceAll(BREAK, "")), text.replaceAll(BREAK, ""));
  }
});

/** Returns how many times as long work takes for 32 times the text: some 32 times if it is linear, 1024 if it is quadratic. */
function growth(begin: string, work: (text: string) => unknown): number {
  const [small = 0, large = 0] = [2048, 65_536].map((length) => {
    const text = begin.repeat(Math.ceil(length / begin.length));
    const start = performance.now();
    work(text);
    return performance.now() - start;
  });
  return large / Math.max(small, 2);
}

Deno.test("each rule takes linear time for its keywords and for the beginnings of its secrets, again and again", () => {
  const texts = Object.values(table.hides).flat().map((example) => example.replaceAll(BREAK, ""));
  for (const rule of RULES) {
    const found = texts.filter((text) => rule.find(text.replace(MARKED, "$1")).length > 0);
    for (const begin of [...rule.keywords, ...found.map((text) => text.replace(/«(.{4})[^]*/, "$1"))]) {
      for (const work of [(text: string) => rule.proof?.test(text), rule.find]) {
        ok([1, 2, 3].some(() => growth(begin, work) < 300), begin); // the machine may be busy once or twice
      }
    }
  }
});

Deno.test("keywords read the same in JSON, and a proof of any case has no capitals", () => {
  for (const { keywords, proof } of RULES) {
    if (proof?.flags === "i") equal(/[A-Z]/.test(proof.source.replace(/\\./g, "")), false);
    for (const word of keywords) equal(JSON.stringify(word), `"${word.toLowerCase()}"`);
  }
});

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
    '<input name="invoice" value={rows[1]} />',
    `tests that pass ${"-".repeat(60_000)} ${"pa-a-".repeat(40_000)}`,
  ];
  for (const text of spared) inTime(() => equal(mayNeedCleaning(text), false, text.slice(0, 99)));
});
