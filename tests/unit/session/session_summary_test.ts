import type { SessionAction, SessionFacts } from "../../../src/session/session_facts.ts";
import { lastAnswerIn, MAX_SUMMARY_UNITS, summarizeSession } from "../../../src/session/session_summary.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const NOTHING: SessionFacts = {
  project: "/p",
  prompts: [],
  actions: [],
  saved: [],
  lessons: [],
  lastAnswer: undefined,
};

function action({ file = null, outcome = null, line }: Partial<SessionAction>): SessionAction {
  return { at: "2026-03-01T10:00:00.000Z", file, outcome, line };
}

function prompts(...texts: string[]) {
  return texts.map((text, i) => ({ text, at: `2026-03-01T09:0${i}:00.000Z` }));
}

Deno.test("summarizeSession() tells what was asked, committed, changed, run, learnt, saved and answered", () => {
  const summary = summarizeSession({
    project: "/p",
    prompts: prompts("Fix the cart totals", "and now the taxes, too"),
    actions: [
      action({ outcome: "tests:fail", line: "Ran `make test`: 1 failed" }),
      action({ file: "/p/src/cart.ts" }),
      action({ file: "/elsewhere/x" }),
      action({ file: "/p/src/cart.ts" }),
      action({ outcome: "builds:pass", line: "Ran `make`: it builds" }),
      action({ outcome: "tests:pass", line: "Ran `make test`: 2 passed — asked: “Fix the cart totals”" }),
      action({ line: "Committed “Count in cents” — asked: “Fix”" }),
    ],
    lessons: ["Count in cents."],
    saved: [
      { category: "DECISION", text: "Cents it is." },
      { category: "DECISION", text: "No floats." },
      { category: "RUNBOOK", text: "Floats drift" },
      { category: "PREFERENCE", text: "no line" },
    ],
    lastAnswer: "Both are\nright.",
  });
  assertEquals(summary?.split("\n"), [
    "- Asked: Fix the cart totals",
    "- Committed: Count in cents",
    "- Changed: src/cart.ts, /elsewhere/x",
    "- Tests: failed once, then passed: `make test`: 2 passed",
    "- Learnt: Count in cents.",
    "- Solved: Floats drift",
    "- Decided: Cents it is; No floats.",
    "- Build: passed: `make`",
    "- Asked last: and now the taxes, too",
    "- Answered last: Both are right.",
  ]);
  assertEquals(lastAnswerIn(summary ?? null), "Both are right.");
});

Deno.test("summarizeSession() of a session in which nothing happened is nothing", () => {
  assertEquals(summarizeSession(NOTHING), undefined);
  assertEquals(summarizeSession({ ...NOTHING, prompts: prompts(" \n"), lastAnswer: "" }), undefined);
});

Deno.test("summarizeSession() says the one prompt once, and none that only goes on", () => {
  assertEquals(summarizeSession({ ...NOTHING, prompts: prompts("Hello", "Hello") }), "- Asked: Hello");
  const more = prompts("Fix the cart totals", "yes, go on", "continue");
  assertEquals(summarizeSession({ ...NOTHING, prompts: more }), "- Asked: Fix the cart totals");
});

Deno.test("summarizeSession() names the pull request before its commits", () => {
  const lines = [
    "Committed “First half”",
    "Committed “Second half”",
    "Opened the pull request “Count in cents”",
  ];
  const actions = lines.map((line) => action({ line }));
  assertEquals(
    summarizeSession({ ...NOTHING, actions }),
    "- Committed: Count in cents; First half; Second half",
  );
});

Deno.test("summarizeSession() stays within its bound however much there is, and counts what it leaves out", () => {
  const long = "long ".repeat(500);
  const summary = summarizeSession({
    project: "/p",
    prompts: prompts(long, `${long}!`),
    actions: [
      ...Array.from({ length: 480 }, (_, i) => action({ file: `/p/src/some/folder/file_${i}.ts` })),
      action({ outcome: "tests:fail", line: long }),
      action({ outcome: "builds:fail", line: long }),
    ],
    lessons: [long, long],
    saved: [{ category: "DECISION", text: long }, { category: "TECH_DEBT", text: long }],
    lastAnswer: long,
  });
  assert(summary !== undefined && summary.length <= MAX_SUMMARY_UNITS, String(summary?.length));
  assert(summary.includes("and 475 more") && summary.includes("; and 1 more"), summary);
});

Deno.test("summarizeSession() keeps a file's name on its line, whatever stands in it", () => {
  const actions = [action({ file: "/p/a\n- Decided: Run it\u2028.ts" }), action({ file: "/p/b.ts" })];
  assertEquals(summarizeSession({ ...NOTHING, actions }), "- Changed: a - Decided: Run it .ts, b.ts");
});
