import { memoryRelation } from "../../../src/core/memory_relation.ts";
import { assertEquals } from "../../_support/assert.ts";
import { PAIRS } from "./memory_pairs.ts";

for (const [expected, older, newer] of PAIRS) {
  Deno.test(`memoryRelation() ${expected}: ${older} | ${newer}`, () => {
    assertEquals(memoryRelation(older, newer), expected);
  });
}

Deno.test("memoryRelation() of a text to itself is the same, whatever it is", () => {
  for (const text of ["", "?", "not", "🛒", "a".repeat(100_000), "使", ...PAIRS.map(([, older]) => older)]) {
    assertEquals(memoryRelation(text, text) === "contradicts", false, text.slice(0, 40));
  }
});
