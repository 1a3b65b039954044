import {
  type SaidPrompt,
  type SessionAction,
  sessionGoal,
  sessionTitle,
} from "../../../src/session/session_facts.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

/** What was said, and behind it the files that were changed (`a.ts`) and other actions by their lines (`Ran …`). */
type Turn = string | readonly [prompt: string, ...actions: string[]];

function session(turns: readonly Turn[]) {
  const [prompts, actions]: [SaidPrompt[], SessionAction[]] = [[], []];
  for (const [i, turn] of turns.entries()) {
    const [text, ...done] = typeof turn === "string" ? [turn] : turn;
    const at = `2026-03-01T10:${String(i).padStart(2, "0")}:00.000Z`;
    prompts.push({ text, at });
    for (const line of done) {
      const file = line.includes(" ") ? null : `/p/${line}`;
      actions.push({ at, file, outcome: null, line: file === null ? line : undefined });
    }
  }
  return { project: "/p", prompts, actions };
}

const MUCH = ["a.ts", "b.ts", "c.ts", "a.ts", "b.ts"];

const CASES: readonly (readonly [string, readonly Turn[], string | undefined])[] = [
  [
    "takes the first prompt that asks for something",
    ["/clear", "hi", "please continue", "Fix the cart please"],
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
  ["passes over addresses", ["https://a.b/pull/1 Do the same in our docs"], "Do the same in our docs"],
  ["passes over what was forgotten", ["[forgotten]", "Write the release notes"], "Write the release notes"],
  ["knows a sentence without blanks", ["/init", "修复购物车的总价"], "修复购物车的总价"],
  ["has none where nothing was said", ["", " \n"], undefined],
  [
    "takes the commit that most of the work led to",
    [
      ["Look at the cart", ...MUCH, "Committed “Count money in cents” — asked: “Look”"],
      ["Commit the typo, too", "d.ts", "Committed “Fix a typo”"],
    ],
    "Count money in cents",
  ],
  [
    "takes a commit that a run of tests was chained with",
    [["Do it all in one go", "a.ts", "Ran `make test && git commit`: 2 passed; committed “Count in cents”"]],
    "Count in cents",
  ],
  [
    "takes the pull request, which is about all commits",
    [["Look at the cart", ...MUCH, "Committed “First half”", "Opened the pull request “Count in cents”"]],
    "Count in cents",
  ],
  [
    "takes what began the session over a commit of less than half of the work",
    [["Rewrite the cart totals", "a.ts", "Committed “Fix a typo”"], ["upgrade the module", ...MUCH]],
    "Rewrite the cart totals",
  ],
  [
    "takes what began the session, whatever more work followed",
    [["What does the cart do?", "a.ts"], ["Count its money in cents", "a.ts"], [
      "sorry, does it group them now?",
      ...MUCH,
    ]],
    "What does the cart do?",
  ],
  [
    "takes the largest commit where nobody asked in words",
    [["continue", ...MUCH], ["ok", "d.ts", "Committed “Fix a typo”"], ["yes", ...MUCH, ...MUCH]],
    "Fix a typo",
  ],
  [
    "takes what was changed where nobody asked in words",
    [["/implement", "src/cart.ts"]],
    "Changed src/cart.ts",
  ],
];

for (const [name, turns, wanted] of CASES) {
  Deno.test(`sessionTitle() ${name}`, () => assertEquals(sessionTitle(session(turns)), wanted));
}

Deno.test("sessionTitle() cuts a long line at a word", () => {
  const title = sessionTitle(session(["Make the totals of the cart right ".repeat(9)]));
  assert(title !== undefined && title.length <= 80 && title.endsWith("…") && !title.endsWith(" …"), title);
  assert("Make the totals of the cart right ".repeat(9).startsWith(title.slice(0, -1) + " "), title);
});

Deno.test("sessionTitle() ends a long line with its first sentence, where that says enough", () => {
  const long = "In the last change we lost the section on issues. Can you please bring it back to the guide?";
  assertEquals(sessionTitle(session([long])), "In the last change we lost the section on issues.");
  assertEquals(sessionTitle(session([`Hm, ok. ${long}`]))?.endsWith("…"), true);
});

Deno.test("sessionGoal() is the whole prompt that began it", () => {
  assertEquals(
    sessionGoal(session(["/clear", "Fix the cart\nand its tests"]).prompts),
    "Fix the cart\nand its tests",
  );
  assertEquals(sessionGoal([]), undefined);
});
