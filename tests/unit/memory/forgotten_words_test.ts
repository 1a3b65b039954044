import { searchWords } from "../../../src/memory/forgotten_words.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

const BODY =
  "We don't round totals\n`before` the sum of <all> lines is known, as the bank's own totals differ then";

const isIn = (bodies: string[], copy: string) => searchWords([["me", bodies]])(copy).has("me");

for (const [what, copy, isFound] of casesOf<[string, string, boolean]>(import.meta.filename)) {
  Deno.test(`searchWords() ${what}: ${copy.slice(0, 40)}`, () => {
    assertEquals(isIn([BODY], copy), isFound);
  });
}

for (const [bodies, copy, isFound] of casesOf<[string[], string, boolean]>(import.meta.filename, "_pairs")) {
  Deno.test(`searchWords() ${isFound ? "finds" : "does not find"} words in ${copy.slice(0, 40)}`, () => {
    assertEquals(isIn(bodies, copy), isFound);
  });
}
