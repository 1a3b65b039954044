import {
  lastAnswerIn,
  MAX_STORY_UNITS,
  type StoryFacts,
  tellSession,
} from "../../../src/core/session_story.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const NOTHING: StoryFacts = {
  project: "/p",
  goal: undefined,
  lastPrompt: undefined,
  changedFiles: [],
  runs: [],
  lessons: [],
  findings: [],
  lastAnswer: undefined,
};

Deno.test("tellSession tells what was asked, changed, run, learnt and answered", () => {
  const story = tellSession({
    project: "/p",
    goal: "Fix the cart",
    lastPrompt: "and commit",
    changedFiles: ["/p/src/cart.ts", "/elsewhere/x"],
    runs: [
      { outcome: "tests:fail", text: "Ran `make test`: 1 failed" },
      { outcome: "builds:pass", text: "Ran `make`: it builds" },
      { outcome: "tests:pass", text: "Ran `make test`: 2 passed — asked: “Fix the cart”" },
    ],
    lessons: ["count in cents"],
    findings: [{ category: "DECISION", text: "Cents it is" }, { category: "RUNBOOK", text: "Floats drift" }, {
      category: "PREFERENCE",
      text: "no line",
    }],
    lastAnswer: "Done.",
  });
  assertEquals(story?.split("\n"), [
    "- Asked: Fix the cart",
    "- Changed: src/cart.ts, /elsewhere/x",
    "- Tests: failed once, then passed: `make test`: 2 passed",
    "- Learnt: count in cents",
    "- Solved: Floats drift",
    "- Decided: Cents it is",
    "- Build: passed: `make`: it builds",
    "- Asked last: and commit",
    "- Answered last: Done.",
  ]);
  assertEquals(lastAnswerIn(story ?? null), "Done.");
});

Deno.test("tellSession is silent about a session in which nothing happened", () => {
  assertEquals(tellSession(NOTHING), undefined);
});

Deno.test("tellSession stays within its bound however much there is", () => {
  const long = "long ".repeat(500);
  const story = tellSession({
    project: "/p",
    goal: long,
    lastPrompt: `${long}!`,
    changedFiles: Array.from({ length: 80 }, (_, i) => `/p/src/some/folder/file_${i}.ts`),
    runs: [{ outcome: "tests:fail", text: long }, { outcome: "builds:fail", text: long }],
    lessons: [long, long],
    findings: [{ category: "DECISION", text: long }, { category: "TECH_DEBT", text: long }],
    lastAnswer: long,
  });
  assert(story !== undefined && story.length <= MAX_STORY_UNITS, String(story?.length));
  assert(story.includes("and 7"), "the files that are not named are counted");
});

const RUN_CASES: readonly (readonly [readonly string[], string])[] = [
  [["pass"], "- Tests: passed: `t`"],
  [["pass", "pass"], "- Tests: passed 2 times: `t`"],
  [["fail", "fail", "pass"], "- Tests: failed 2 times, then passed: `t`"],
  [["fail"], "- Tests: still failing: `t`"],
  [["pass", "fail"], "- Tests: failing again: `t`"],
  [["fail", "pass", "unknown"], "- Tests: failed once, then passed: `t`"],
];

for (const [results, wanted] of RUN_CASES) {
  Deno.test(`tellSession sums up runs that ended ${results.join(", ")}`, () => {
    const runs = results.map((result) => ({ outcome: `tests:${result}`, text: "Ran `t`" }));
    assertEquals(tellSession({ ...NOTHING, runs }), wanted);
  });
}
