import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { indexedRelated, SAME_WORDS, TOOL_WORDS } from "../../../src/search/word_lists.ts";
import words from "../../../src/search/related_words.json" with { type: "json" };
import { termsOf } from "../../../src/search/terms.ts";

/** Whether who looks for the one word finds a text with the other. */
function finds(asked: string, text: string): boolean {
  const related = indexedRelated(7, text).split(" ");
  return termsOf(asked).every(({ word }) => related.includes(`7_${word}`));
}

/** Whether a question shares a word with a text only by what is said for its words. */
function isToldBy(asked: string, said: string): boolean {
  const related = new Set(indexedRelated(7, said).split(" "));
  return termsOf(asked).some(({ word }) => related.has(`7_${word}`));
}

testVerdicts(import.meta.filename, { finds });

Deno.test("indexedRelated() repeats nothing that the text says, and belongs to the same partition", () => {
  assertEquals(indexedRelated(7, "quokka"), "");
  const words = indexedRelated(7, "db and database").split(" ");
  assert(words.every((word) => word.startsWith("7_")) && !words.includes("7_databas"));
});

Deno.test("every group of related words finds its example", () => {
  const lost = Object.values(words.same).flat().filter((line, i) => {
    const [first = "", second = ""] = SAME_WORDS[i] ?? [];
    const [, asked = first, said = second] = line.split(" | ");
    return !isToldBy(asked, said);
  });
  assertEquals(lost, []);
});

Deno.test("the lists of related words hold words that are asked for", () => {
  for (const text of [...SAME_WORDS.flat(), ...TOOL_WORDS.flat(2)]) {
    assert(/^[^A-Z,|]+$/.test(text), text);
    assert(text.split(" ").some((word) => termsOf(word).length > 0), text);
  }
});

Deno.test("the lists have the checksum of their words: if it changes, the store is indexed anew", () => {
  const { checksum, ...lists } = words;
  const text = JSON.stringify(lists);
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) % 1_000_003;
  assertEquals(checksum, sum);
});
