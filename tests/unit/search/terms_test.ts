import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";
import { type AskedTerm, askedTerms, termsOf } from "../../../src/search/terms.ts";

const words = (text: string): string => termsOf(text).map(({ word }) => word).join(" ");

type Case = [name: string, text: string, words: string];

for (const [name, text, expected] of casesOf<Case>(import.meta.filename)) {
  Deno.test(`termsOf() ${name}`, () => assertEquals(words(text), expected));
}

Deno.test("termsOf() brings a name together however it is written", () => {
  assert(words("FreeRTOS").split(" ").includes(words("freertos")));
});

/** As if no word were known to be common. */
const asked = (text: string): AskedTerm[] => askedTerms(text, () => new Map());

testVerdicts(`${import.meta.dirname}/terms_asked`, {
  asked: (text: string) => asked(text).map(({ word }) => word),
  /** Marked where a term is the whole of an identifier. */
  wholes: (text: string) => termsOf(text).map(({ word, isWhole }) => isWhole ? `${word}!` : word),
  whole: (text: string) => words(text).split(" ").at(-1),
});

Deno.test("askedTerms() keeps the most telling terms of a long text: identifiers before short words", () => {
  const filler = Array.from({ length: 60 }, (_, i) => `w${"abcdefghij"[i % 10]}${"klmnop"[i % 6]}`).join(" ");
  const words = asked(`${filler} ERR_PNPM_OUTDATED_LOCKFILE ${filler}`).map(({ word }) => word);
  assert(words.includes("errpnpmoutdatedlockfil"), words.join(" "));
  assert(words.length <= 24);
});

Deno.test("askedTerms() keeps the words of a question before or after a pasted log, whose names are rarer", () => {
  const log = Array.from({ length: 40 }, (_, i) => `at handleFoo${i} (/srv/mod${i}/kxq${i}zv.ts)`).join("\n");
  const common = new Map(["basket", "checkout", "empti"].map((word) => [word, 0.002] as const));
  for (const text of [`the checkout basket is empty\n${log}`, `${log}\nthe checkout basket is empty`]) {
    const words = askedTerms(text, () => common).map(({ word }) => word);
    assertEquals([...common.keys()].filter((word) => !words.includes(word)), []);
  }
});

Deno.test("askedTerms() reads the head and the tail of 100 KB", () => {
  const words = asked(`firstword ${"x ".repeat(50_000)} lastword`).map(({ word }) => word);
  assert(words.includes("firstword") && words.includes("lastword"), words.join(" "));
});

Deno.test("askedTerms() leaves the most common terms of a long text out", () => {
  const words = Array.from({ length: 25 }, (_, i) => `${"abcdefghijklmnopqrstuvwxyz"[i]}nokt`);
  const common = new Map(words.slice(0, 5).map((word) => [word, 0.05] as const));
  assertEquals(askedTerms(words.join(" "), () => common).map(({ word }) => word), words.slice(5));
});
