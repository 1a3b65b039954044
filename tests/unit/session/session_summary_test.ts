import { leadSentences } from "../../../src/session/lead_sentences.ts";
import type { SessionAction, SessionFacts } from "../../../src/session/session_facts.ts";
import { lastAnswerIn, MAX_SUMMARY_UNITS, summarizeSession } from "../../../src/session/session_summary.ts";
import { summaryGlance, summaryLine } from "../../../src/session/summary_line.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

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

Deno.test("summarizeSession() names the pull request before its commits, and none that was reverted", () => {
  const lines = [
    "Committed “First half”",
    "Committed “Second half”",
    "Committed “Third half”",
    'Committed “Revert "Third half"”',
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

Deno.test("summaryLine() puts a list on one line, and leaves out what was asked where the title says it", () => {
  const summary = "- Asked: Fix the cart\n- Changed: src/cart.ts\n\n- Tests: passed\n";
  assertEquals(summaryLine(summary, "Fix the cart"), "Changed: src/cart.ts | Tests: passed");
  assertEquals(summaryLine(summary, null), "Asked: Fix the cart | Changed: src/cart.ts | Tests: passed");
  assertEquals(summaryLine("", "Fix the cart"), "");
  assertEquals(summaryLine("Told by a model, without a list.", "t"), "Told by a model, without a list.");
});

Deno.test("summaryGlance() says what was changed and if it was committed, and nothing that may not hold any more", () => {
  const changed = "- Decided: The limit is 32768.\n- Changed: src/cart.ts\n- Tests: passed: `make`";
  assertEquals(summaryGlance(changed), "changed cart.ts (it did not commit); tests passed");
  assertEquals(
    summaryGlance(`${changed}\n- Committed: Raise the limit`),
    "changed cart.ts (it committed); tests passed",
  );
  assertEquals(summaryGlance("- Solved: The proxy drops idle connections.\n- Open: Retries."), "");
});

Deno.test("summaryGlance() names no file twice, and tells files of one name apart", () => {
  const told = (files: string) => summaryGlance(`- Changed: ${files}\n- Committed: x`);
  for (
    const [files, wanted] of [
      ["src/a/index.ts, src/b/index.ts", "a/index.ts, b/index.ts"],
      ["src/cart.ts, ./src/cart.ts, src//cart.ts", "cart.ts"],
      ["/tmp/x.ts, //tmp/x.ts, y/x.ts", "tmp/x.ts, y/x.ts"],
      ["index.ts, web/index.ts, web/src/index.ts", "index.ts, web/index.ts, src/index.ts"],
      ["src\\a\\m.go, src\\b\\m.go", "a/m.go, b/m.go"],
      ["a/x.ts, b/x.ts, c.ts, d.ts and 9 more", "a/x.ts, b/x.ts, c.ts and 10 more"],
      ["notes/cats and dogs more", "cats and dogs more"],
    ] as const
  ) assertEquals(told(files), `changed ${wanted} (it committed)`);
});

const LEADS = casesOf<[name: string, text: string, lead: string]>(import.meta.filename, "_lead");

for (const [name, text, wanted] of LEADS) {
  Deno.test(`leadSentences() ${name}`, () => assertEquals(leadSentences(text, 32), wanted));
}

Deno.test("leadSentences() goes on where the first paragraph only announces the next one", () => {
  const text = "All tests pass. Here is what I changed:\n\n- totals are in cents\n- one cart\n\nMore?";
  const lead = leadSentences(text, 100);
  assertEquals(lead, "All tests pass. Here is what I changed: totals are in cents; one cart");
});

Deno.test("leadSentences() is one line within its bound, whatever the text", () => {
  const texts = [
    "a ".repeat(9000),
    "\ud800".repeat(900),
    "x. ".repeat(900),
    "```\n".repeat(999),
    "- a\n\u2028- b\n".repeat(99),
  ];
  for (const text of texts) {
    const lead = leadSentences(text, 100);
    assert(lead.length <= 100 && lead.isWellFormed() && !/[\n\u2028]/.test(lead), lead);
  }
});
