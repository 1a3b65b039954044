import { assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";
import {
  isContrary,
  isSameMatter,
  isSameStatement,
  statementOf,
} from "../../../src/memory/memory_relation.ts";

/** An older memory and a newer one: do they say the same? Of those that a person calls the same, some are missed. */
const PAIRS = casesOf<["same" | "other", older: string, newer: string]>(import.meta.filename);

for (const [expected, older, newer] of PAIRS) {
  Deno.test(`isSameStatement() ${expected}: ${older} | ${newer}`, () => {
    assertEquals(isSameStatement(statementOf(older), statementOf(newer)), expected === "same");
    assertEquals(isSameStatement(statementOf(newer), statementOf(older)), expected === "same");
  });
}

testVerdicts(`${import.meta.dirname}/memory_matter`, {
  isSameMatter(one: string, other: string) {
    assertEquals(isSameMatter(one, other), isSameMatter(other, one));
    return isSameMatter(one, other);
  },
});

Deno.test("isContrary() takes a text that denies just what another says, and no other", () => {
  const is = (a: string, b: string) => isContrary(statementOf(a), statementOf(b));
  assertEquals(is("Commit directly to main", "Never commit directly to main"), true);
  assertEquals(is("Windows is not supported", "Windows is supported"), true);
  assertEquals(is("Use npm", "Use pnpm, not npm"), false);
  assertEquals(is("Run the tests before a commit", "Run the switch tests before a commit"), false);
  assertEquals(is("Never commit directly to main", "Do not commit directly to main"), false);
});
