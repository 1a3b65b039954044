import { isTakenBack } from "../../../src/triage/taken_back.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

const RULE = "Always use pnpm here, never npm.";

testVerdicts(import.meta.filename, {
  isTakenBackAtOnce: (prompt: string) =>
    isTakenBack(RULE, ["Fix the cart.", `${RULE} Then run the tests.`, prompt]),
  /** Later it takes the rule's own words. */
  isTakenBackLater: (prompt: string) => isTakenBack(RULE, [RULE, "What time is it in Tokyo?", prompt]),
});

Deno.test("what was said before a rule does not take it back", () => {
  assertEquals(isTakenBack(RULE, ["Forget npm.", "No, that's wrong.", `**${RULE}**`]), false);
});
