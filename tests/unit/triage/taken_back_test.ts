import { isTakenBack } from "../../../src/triage/taken_back.ts";
import { assertEquals } from "../../_support/assert.ts";

const RULE = "Always use pnpm here, never npm.";
const TALK = "What time is it in Tokyo?";

/** Prompts behind the rule, after each of which it may no longer hold. */
const TAKEN_BACK: readonly string[] = [
  "Forget that, npm is fine too.",
  "Actually no, undo that rule: npm is fine.",
  "Vergiss das, npm geht auch.",
  "Never mind the pnpm thing.",
  "Scratch that. Use npm.",
  "I changed my mind: always use npm here, never pnpm.",
  "Actually use npm here, always.",
  "From now on always use npm here, never pnpm.",
  "Can you forget that?",
  "hm, on second thought both are fine",
  "Either works.",
  "It doesn't matter after all.",
  "Let's go back to npm.",
  "We can use npm again.",
  "No, that was a joke.",
  "Wait, only for the frontend.",
  "Except in CI.",
  "Ignore what I just said.",
  "Take that back please",
  "I was wrong about pnpm.",
  "You don't have to use pnpm.",
  "Doch nicht, war Quatsch.",
  "Nein, lieber doch npm.",
  "Egal, nimm was du willst.",
  "Ich habe es mir anders überlegt.",
  "Oublie ça, npm convient aussi.",
  "Finalement non.",
  "J'ai changé d'avis.",
  "Olvídalo.",
  "Mejor no, npm también vale.",
  "He cambiado de idea.",
  "Lascia perdere.",
  "Esquece isso.",
  "Забудь, npm тоже можно.",
  "Jednak nie.",
  "算了，npm 也可以。",
  "やっぱり npm でもいいです。",
  "취소, npm도 괜찮아.",
];

/** Prompts that leave it as it is. */
const KEPT: readonly string[] = [
  TALK,
  "Thanks!",
  "Now add the totals to the cart.",
  "Run the tests.",
  "The login still fails with a timeout.",
  "Install lodash with pnpm.",
  "Don't forget that.",
  "Why did the export break?",
  "Füge jetzt die Summen hinzu.",
  "Ajoute les totaux au panier.",
  "No uses any en ese archivo.",
];

for (const [prompts, expected] of [[TAKEN_BACK, true], [KEPT, false]] as const) {
  for (const prompt of prompts) {
    Deno.test(`a rule is ${expected ? "taken back" : "kept"} by: ${prompt}`, () => {
      assertEquals(isTakenBack(RULE, ["Fix the cart.", `${RULE} Then run the tests.`, prompt]), expected);
    });
  }
}

const LATER: readonly (readonly [prompt: string, expected: boolean])[] = [
  ["Never mind the pnpm thing.", true],
  ["Use npm from now on.", true],
  ["pnpm or npm, both are ok", true],
  ["Forget always use pnpm here, never npm.", true],
  ["As I said: always use pnpm here, never npm.", false],
  ["Forget that, the header is fine.", false],
  ["No, the other file.", false],
];

for (const [prompt, expected] of LATER) {
  Deno.test(`later it takes the rule's own words to take it back: ${prompt}`, () => {
    assertEquals(isTakenBack(RULE, [RULE, TALK, prompt]), expected);
  });
}

Deno.test("what was said before a rule does not take it back", () => {
  assertEquals(isTakenBack(RULE, ["Forget npm.", "No, that's wrong.", `**${RULE}**`]), false);
});
