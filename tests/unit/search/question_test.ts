import { assert, assertEquals } from "../../_support/assert.ts";
import { type AskedTerm, askedTerms } from "../../../src/search/terms.ts";

/** As if no word were known to be common. */
function asked(text: string): AskedTerm[] {
  return askedTerms(text, () => new Map());
}

Deno.test("askedTerms() asks for each term once, in the order of the text, and says how often it came", () => {
  const terms = asked("Redis cache, redis again: the cache of redis");
  assertEquals(terms.map(({ word, count }) => [word, count]), [["redi", 3], ["cach", 2], ["again", 1]]);
});

Deno.test("askedTerms() asks for nothing where nothing is said", () => {
  for (const text of ["", "   ", "the of and", "?!", "\u0000"]) {
    assertEquals(asked(text), []);
  }
});

Deno.test("askedTerms() keeps the most telling terms of a long text: identifiers before short words", () => {
  const filler = Array.from({ length: 60 }, (_, i) => `w${"abcdefghij"[i % 10]}${"klmnop"[i % 6]}`).join(" ");
  const words = asked(`${filler} ERR_PNPM_OUTDATED_LOCKFILE ${filler}`).map((
    { word },
  ) => word);
  assert(words.includes("errpnpmoutdatedlockfil"), words.join(" "));
  assert(words.length <= 24);
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
