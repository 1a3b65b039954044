import { sessionGoal, sessionTitle } from "../../../src/core/session_title.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const CASES: readonly (readonly [string, readonly string[], string | undefined])[] = [
  [
    "takes the first prompt that asks for something",
    ["/clear", "hi", "Fix the cart please"],
    "Fix the cart please",
  ],
  ["takes a greeting where there is no more", ["hi", "ok"], "hi"],
  ["passes over headings, list marks and code", ["```\ncode\n```", "# Plan\n\n- fix"], "Plan"],
  [
    "takes the name of a plan that was agreed on",
    ["Implement the following plan:\n\n# Plan: Sign the binaries\n\n## Context"],
    "Sign the binaries",
  ],
  [
    "goes on behind a colon",
    ["I get this error:\n\nTypeError: x is not a function"],
    "I get this error: TypeError: x is not a function",
  ],
  ["passes over what was forgotten", ["[forgotten]", "Write the release notes"], "Write the release notes"],
  ["knows a sentence without blanks", ["/init", "修复购物车的总价"], "修复购物车的总价"],
  ["has none where nothing was said", ["", " \n"], undefined],
];

for (const [name, prompts, wanted] of CASES) {
  Deno.test(`sessionTitle ${name}`, () => assertEquals(sessionTitle(prompts), wanted));
}

Deno.test("sessionTitle cuts a long line at a word", () => {
  const title = sessionTitle(["Make the totals of the cart right ".repeat(9)]);
  assert(title !== undefined && title.length <= 80 && title.endsWith("…") && !title.endsWith(" …"), title);
  assert("Make the totals of the cart right ".repeat(9).startsWith(title.slice(0, -1) + " "), title);
});

Deno.test("sessionGoal is the whole prompt that the title comes from", () => {
  assertEquals(sessionGoal(["/clear", "Fix the cart\nand its tests"]), "Fix the cart\nand its tests");
  assertEquals(sessionGoal([]), undefined);
});
