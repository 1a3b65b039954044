import { assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";
import { isAgainst, isSameMatter, isSameText, saysMore } from "../../../src/memory/memory_relation.ts";
import { statementOf } from "../../../src/memory/memory_statement.ts";

/** Two memories, and how they stand to each other; of two that are the same, one is lost. */
const PAIRS = casesOf<["same" | "against" | "other", one: string, other: string]>(import.meta.filename);

function relation(one: string, other: string): string {
  return isSameText(one, other)
    ? "same"
    : isAgainst(statementOf(one), statementOf(other))
    ? "against"
    : "other";
}

for (const [expected, one, other] of PAIRS) {
  Deno.test(`memories are ${expected}: ${one} | ${other}`, () => {
    assertEquals([relation(one, other), relation(other, one)], [expected, expected]);
    if (expected === "against") assertEquals(isSameMatter(one, other), false);
  });
}

Deno.test("isAgainst() is false of a text to itself, whatever it is", () => {
  for (const text of ["", "?", "not", "🛒", "a".repeat(100_000), "使", ...PAIRS.map(([, one]) => one)]) {
    assertEquals(relation(text, text) === "against", false, text.slice(0, 40));
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
