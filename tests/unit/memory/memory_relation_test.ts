import { assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";
import {
  isSameMatter,
  type MemoryRelation,
  memoryRelation,
  saysMore,
} from "../../../src/memory/memory_relation.ts";

/** An older memory, a newer one, and how a person would say they stand to each other. */
const PAIRS = casesOf<[MemoryRelation, older: string, newer: string]>(import.meta.filename);

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

Deno.test("saysMore() counts what a text names, not its length", () => {
  assertEquals(saysMore("We always use pnpm for installs", "Use pnpm for installs, not npm"), false);
  assertEquals(saysMore("Use pnpm for installs as npm breaks workspaces", "Use pnpm for installs"), true);
  assertEquals(saysMore("Use pnpm", "Use pnpm"), false);
});

testVerdicts(`${import.meta.dirname}/memory_matter`, {
  isSameMatter(one: string, other: string) {
    assertEquals(isSameMatter(one, other), isSameMatter(other, one));
    return isSameMatter(one, other);
  },
});
