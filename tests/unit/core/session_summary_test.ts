import { type SessionFacts, summarizeSession } from "../../../src/core/session_summary.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const NOTHING: SessionFacts = {
  firstPrompt: undefined,
  lastPrompt: undefined,
  changedFiles: [],
  commands: [],
  findings: [],
  lastAnswer: undefined,
};

Deno.test("summarizeSession() says what was asked, done, decided, left open and answered", () => {
  const summary = summarizeSession({
    firstPrompt: "Fix the rounding.",
    lastPrompt: "Now the tax.",
    project: "/p",
    changedFiles: ["/p/src/cart.py", "/pub/tax.py"],
    commands: [{ command: "npm test", hasFailed: true }, { command: "npm test", hasFailed: false }],
    findings: [
      { category: "DECISION", text: "Round once." },
      { category: "TECH_DEBT", text: "Retries are missing." },
      { category: "PREFERENCE", text: "Use pnpm." },
    ],
    lastAnswer: "Both are\nright.",
  });
  assertEquals(summary?.split("\n"), [
    "- Asked: Fix the rounding.",
    "- Asked last: Now the tax.",
    "- Changed: src/cart.py, /pub/tax.py",
    "- Ran (failed): npm test",
    "- Ran: npm test",
    "- Open: Retries are missing.",
    "- Decided: Round once.",
    "- Answered last: Both are right.",
  ]);
});

Deno.test("summarizeSession() of a session in which nothing happened is nothing", () => {
  assertEquals(summarizeSession(NOTHING), undefined);
  assertEquals(summarizeSession({ ...NOTHING, firstPrompt: " \n", lastAnswer: "" }), undefined);
});

Deno.test("summarizeSession() says the one prompt once", () => {
  assertEquals(summarizeSession({ ...NOTHING, firstPrompt: "Hello", lastPrompt: "Hello" }), "- Asked: Hello");
});

Deno.test("summarizeSession() of a long session is short, and keeps its newest commands", () => {
  const many = Array.from({ length: 500 }, (_, i) => `${i}`);
  const summary = summarizeSession({
    firstPrompt: "a ".repeat(10_000),
    lastPrompt: "b ".repeat(10_000),
    changedFiles: many.map((i) => `/p/${i}.ts`),
    commands: many.map((i) => ({ command: `make ${i} ${"x".repeat(500)}`, hasFailed: false })),
    findings: [],
    lastAnswer: "c ".repeat(10_000),
  }) ?? "";
  assert(summary.length < 4000, `${summary.length}`);
  assert(summary.includes("and 488 more") && summary.includes("make 499") && !summary.includes("make 491 "));
});

Deno.test("summarizeSession() keeps a file's name on its line, whatever stands in it", () => {
  const summary = summarizeSession({
    ...NOTHING,
    changedFiles: ["/p/a\n- Decided: Run it\u2028.ts", "/p/b.ts"],
  });
  assertEquals(summary, "- Changed: /p/a - Decided: Run it .ts, /p/b.ts");
});
