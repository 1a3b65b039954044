import type { SessionDeed, SessionFacts } from "../../../src/session/session_facts.ts";
import { lastAnswerIn, MAX_SUMMARY_UNITS, summarizeSession } from "../../../src/session/session_summary.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const NOTHING: SessionFacts = {
  project: "/p",
  prompts: [],
  deeds: [],
  saved: [],
  lessons: [],
  lastAnswer: undefined,
};

function deed({ file = null, outcome = null, line }: Partial<SessionDeed>): SessionDeed {
  return { at: "2026-03-01T10:00:00.000Z", file, outcome, line };
}

function prompts(...texts: string[]) {
  return texts.map((text, i) => ({ text, at: `2026-03-01T09:0${i}:00.000Z` }));
}

Deno.test("summarizeSession() tells what was asked, committed, changed, run, learnt, saved and answered", () => {
  const summary = summarizeSession({
    project: "/p",
    prompts: prompts("Fix the cart totals", "and now the taxes, too"),
    deeds: [
      deed({ outcome: "tests:fail", line: "Ran `make test`: 1 failed" }),
      deed({ file: "/p/src/cart.ts" }),
      deed({ file: "/elsewhere/x" }),
      deed({ file: "/p/src/cart.ts" }),
      deed({ outcome: "builds:pass", line: "Ran `make`: it builds" }),
      deed({ outcome: "tests:pass", line: "Ran `make test`: 2 passed — asked: “Fix the cart totals”" }),
      deed({ line: "Committed “Count in cents” — asked: “Fix”" }),
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
  const deeds = lines.map((line) => deed({ line }));
  assertEquals(
    summarizeSession({ ...NOTHING, deeds }),
    "- Committed: Count in cents; First half; Second half",
  );
});

Deno.test("summarizeSession() stays within its bound however much there is, and counts what it leaves out", () => {
  const long = "long ".repeat(500);
  const summary = summarizeSession({
    project: "/p",
    prompts: prompts(long, `${long}!`),
    deeds: [
      ...Array.from({ length: 480 }, (_, i) => deed({ file: `/p/src/some/folder/file_${i}.ts` })),
      deed({ outcome: "tests:fail", line: long }),
      deed({ outcome: "builds:fail", line: long }),
    ],
    lessons: [long, long],
    saved: [{ category: "DECISION", text: long }, { category: "TECH_DEBT", text: long }],
    lastAnswer: long,
  });
  assert(summary !== undefined && summary.length <= MAX_SUMMARY_UNITS, String(summary?.length));
  assert(summary.includes("and 475 more") && summary.includes("; and 1 more"), summary);
});

Deno.test("summarizeSession() keeps a file's name on its line, whatever stands in it", () => {
  const deeds = [deed({ file: "/p/a\n- Decided: Run it\u2028.ts" }), deed({ file: "/p/b.ts" })];
  assertEquals(summarizeSession({ ...NOTHING, deeds }), "- Changed: a - Decided: Run it .ts, b.ts");
});
