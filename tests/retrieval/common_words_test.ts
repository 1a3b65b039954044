import { assertEquals } from "../_support/assert.ts";
import { commonStemsModule } from "./common_words.ts";

Deno.test("the stems of common words that ship are those of the words, by the stemmer of today", () => {
  const shipped = new URL("../../src/core/search/common_stems.ts", import.meta.url);
  assertEquals(Deno.readTextFileSync(shipped), commonStemsModule());
});
