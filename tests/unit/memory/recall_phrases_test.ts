import { UsageError } from "../../../src/base/user_error.ts";
import {
  droppedText,
  requirePhrases,
  unitePhrases,
  withPhrases,
} from "../../../src/memory/recall_phrases.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const asIs = (text: string) => text;

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert(error instanceof UsageError);
    return `${error.message}; ${error.hint}`;
  }
  return "taken";
}

const SEVEN = ["one", "two", "three", "four", "five", "six", "seven"];

Deno.test("requirePhrases() puts each on one line, once whatever its case, and leaves out what says nothing", () => {
  assertEquals(
    requirePhrases(["  how do I\n log in ", "", " ", "How do I log in", "sign in fails"], asIs),
    ["how do I log in", "sign in fails"],
  );
});

Deno.test("requirePhrases() cleans before it looks at anything", () => {
  const clean = (text: string) => text.replace(/<private>.*<\/private>/, "");
  assertEquals(requirePhrases([`<private>${"x".repeat(90)}</private>`, "kept <private>x</private>"], clean), [
    "kept",
  ]);
});

Deno.test("requirePhrases() takes six of 80 characters and refuses a seventh and an 81st", () => {
  assertEquals(requirePhrases(SEVEN.slice(1), asIs).length, 6);
  assertEquals(
    refusal(() => requirePhrases(SEVEN, asIs)),
    "Cannot take 7 phrases in recall_when: 6 is the most; keep those that somebody would most likely type",
  );
  assertEquals(requirePhrases(["🛒".repeat(80)], asIs), ["🛒".repeat(80)]);
  assertEquals(
    refusal(() => requirePhrases(["ok", "x".repeat(81)], asIs)),
    "Cannot take a phrase of 81 characters in recall_when: 80 is the most; " +
      `shorten "${"x".repeat(30)}…" to what somebody would type`,
  );
  assertEquals(requirePhrases([...SEVEN.slice(1), "SEVEN"], asIs).length, 6);
});

Deno.test("unitePhrases() keeps both, and of more than six the newer ones, and names the rest", () => {
  assertEquals(unitePhrases(["a", "b"], ["B", "c"]), { phrases: ["a", "b", "c"], dropped: [] });
  assertEquals(unitePhrases(SEVEN.slice(0, 5), ["x", "Two"]), {
    phrases: ["one", "two", "three", "four", "five", "x"],
    dropped: [],
  });
  assertEquals(unitePhrases(SEVEN.slice(0, 6), ["x", "ONE"]), {
    phrases: ["one", "three", "four", "five", "six", "x"],
    dropped: ["two"],
  });
  assertEquals(droppedText(["two"]), '; 6 phrases are the most, so "two" gave way to newer ones');
  assertEquals(droppedText([]), "");
});

Deno.test("withPhrases() refuses what unites to more than six", () => {
  assertEquals(withPhrases(["a"], ["A", "b"], "…"), ["a", "b"]);
  assertEquals(
    refusal(() => withPhrases(SEVEN.slice(0, 6), ["x"], "take some away")),
    "Cannot take 7 phrases in recall_when: 6 is the most; take some away",
  );
});
