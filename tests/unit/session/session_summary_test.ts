import type { SessionAction, SessionFacts } from "../../../src/session/session_facts.ts";
import {
  leadSentences,
  MAX_SUMMARY_UNITS,
  summarizeSession,
  toldIn,
} from "../../../src/session/session_summary.ts";
import { resultLine, summaryGlance, summaryLine } from "../../../src/session/summary_line.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";

/** What happened in a session, where it is more than nothing. */
interface Happened extends Partial<Omit<SessionFacts, "actions">> {
  readonly actions?: readonly Partial<SessionAction>[];
}

function factsOf({ prompts = [], actions = [], ...rest }: Happened): SessionFacts {
  const nothing = { project: "/p", saved: [], lessons: [], lastAnswer: undefined };
  return { ...nothing, prompts, actions: actions.map((action) => ({ file: null, ...action })), ...rest };
}

testVerdicts(import.meta.filename, {
  summary: (happened: Happened) => summarizeSession(factsOf(happened))?.split("\n"),
  lastAnswerIn: (summary: string) => toldIn(summary, false).lastAnswer,
  summaryLine,
  resultLine,
  summaryGlance,
  filesAtAGlance: (files: string) =>
    /^changed (.*), then committed$/.exec(summaryGlance(`- Changed: ${files}\n- Committed: x`))?.[1],
});

Deno.test("summarizeSession() stays within its bound however much there is, and counts what it leaves out", () => {
  const long = "long ".repeat(500);
  const files = Array.from({ length: 480 }, (_, i) => ({ file: `/p/src/some/folder/file_${i}.ts` }));
  const runs = ["tests:fail", "builds:fail"].map((outcome) => ({ outcome, line: long }));
  const summary = summarizeSession(factsOf({
    prompts: [long, `${long}!`],
    actions: [...files, ...runs],
    lessons: [long, long],
    saved: [{ category: "DECISION", text: long }, { category: "TECH_DEBT", text: long }],
    lastAnswer: long,
  }));
  assert(summary !== undefined && summary.length <= MAX_SUMMARY_UNITS, String(summary?.length));
  assert(summary.includes("and 475 more") && summary.includes("; and 1 more"), summary);
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
  for (const part of ["a ", "\ud800", "x. ", "```\n", "- a\n\u2028- b\n"]) {
    const lead = leadSentences(part.repeat(999), 100);
    assert(lead.length <= 100 && lead.isWellFormed() && !/[\n\u2028]/.test(lead), lead);
  }
});
