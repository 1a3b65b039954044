import { assertEquals } from "../_support/assert.ts";
import { commonStems } from "./common_words.ts";

Deno.test("the stems of common words that ship are those of the words, by the stemmer of today", () => {
  const shipped = new URL("../../src/search/common_stems.json", import.meta.url);
  assertEquals(Deno.readTextFileSync(shipped), commonStems());
});
