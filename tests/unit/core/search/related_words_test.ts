import { indexedText } from "../../../../src/core/search/indexed_words.ts";
import { indexedRelated } from "../../../../src/core/search/related_words.ts";
import { SAME_WORDS } from "../../../../src/core/search/same_words.ts";
import { termsOf } from "../../../../src/core/search/terms.ts";
import { TOOL_WORDS } from "../../../../src/core/search/tool_words.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";

/** Whether who looks for the one word finds a text with the other. */
function finds(asked: string, text: string): boolean {
  const related = indexedRelated(7, indexedText(7, text)).split(" ");
  return termsOf(asked).every(({ word }) => related.includes(`7_${word}`));
}

Deno.test("indexedRelated() has what means the same, either way round", () => {
  for (
    const [one, other] of [
      ["db", "database"],
      ["config", "configuration"],
      ["auth", "authentication"],
      ["löschen", "delete"],
      ["abgelaufen", "expiry"],
      ["serialise", "serialization"],
      ["請求書", "invoice"],
    ] as const
  ) {
    assert(finds(one, `the ${other} of the shop`), `${one} for ${other}`);
    assert(finds(other, `the ${one} of the shop`), `${other} for ${one}`);
  }
});

Deno.test("indexedRelated() has what a tool is for, and not the tool for what it is for", () => {
  assert(finds("monitoring", "dashboards are in Grafana"));
  assert(!finds("grafana", "monitoring is done by hand"));
});

Deno.test("indexedRelated() repeats nothing that the text says, and belongs to the same partition", () => {
  assertEquals(indexedRelated(7, indexedText(7, "quokka")), "");
  const words = indexedRelated(7, indexedText(7, "db and database")).split(" ");
  assert(words.every((word) => word.startsWith("7_")) && !words.includes("7_databas"));
});

Deno.test("the lists of related words hold words that are asked for", () => {
  for (const text of [...SAME_WORDS.flatMap((line) => line.split(", ")), ...TOOL_WORDS]) {
    assert(/^[^A-Z,]+$/.test(text), text);
    for (const word of text.replace(":", "").split(" ")) {
      assert(termsOf(word).length > 0, `${word} in ${text}`);
    }
  }
});
