import assert from "node:assert/strict";
import type { Message } from "../../../src/base/conversation.ts";
import { triage } from "../../../src/triage/triage.ts";
import { isWorthAsking } from "../../../src/triage/ask.ts";
import type { TriageCategory } from "../../../src/base/triage_types.ts";
import { said, toolResult, toolUse } from "../../_support/conversations.ts";
import { workSummary } from "../../../src/triage/turn_facts.ts";
import { casesOf } from "../../_support/cases.ts";

const THRESHOLD = 0.6;

/** One obvious cue in the ways in which people use it. */
interface ObviousCue {
  readonly cue: string;
  readonly category: TriageCategory;
  readonly speaker: "user" | "assistant";
  readonly affirmed: string;
  readonly negated: string;
  readonly asked: string;
  readonly quoted: string;
}

/** The cues that nobody would forgive triage for missing, or for taking at face value where they are not meant. */
const OBVIOUS_CUES = casesOf<ObviousCue>(`${import.meta.dirname}/obvious_cues`);

function found(messages: readonly Message[]): TriageCategory[] {
  return triage(messages).filter((one) => one.score >= THRESHOLD).map((one) => one.category);
}

for (const { cue, category, speaker, affirmed, negated, asked, quoted } of OBVIOUS_CUES) {
  Deno.test(`triage takes "${cue}" for ${category} when it is plainly affirmed`, () => {
    assert.ok(triage([said("m1", speaker, affirmed)]).some((one) => one.category === category));
  });
  for (const [how, text] of Object.entries({ negated, asked, quoted })) {
    Deno.test(`triage stays silent on "${cue}" when it is ${how}`, () => {
      assert.deepEqual(found([said("m1", speaker, text)]), []);
    });
  }
}

function edit(file: string): Message[] {
  const use = toolUse(file, "Edit", { file_path: file });
  return [
    { ...said(file, "assistant", ""), toolUses: [use] },
    { ...said(`${file}r`, "user", ""), toolResults: [toolResult(file, "The file has been updated.", false)] },
  ];
}

Deno.test("triage finds nothing where nobody says anything", () => {
  assert.deepEqual(triage([]), []);
  assert.deepEqual(triage([said("m1", "user", "")]), []);
});

Deno.test("a summary of the work counts distinct files, without failed edits, or many calls of which one edits", () => {
  const failed = edit("c.ts").map((message) => ({
    ...message,
    toolResults: message.toolResults.map((result) => ({ ...result, isError: true })),
  }));
  const calls = Array.from({ length: 20 }, (_, index) => ({
    ...said(`m${index}`, "assistant", ""),
    toolUses: [toolUse(`t${index}`, "Bash", { command: "ls" })],
  }));
  const cases: readonly (readonly [readonly Message[], string | undefined])[] = [
    [[...edit("a.ts"), ...edit("b.ts"), ...edit("a.ts"), ...failed], undefined],
    [
      [...edit("D:\\shop\\cart.ts"), ...edit("/home/me/tax.ts"), ...edit("ship.ts")],
      "Changed 3 files with 3 tool calls: cart.ts, tax.ts, ship.ts.",
    ],
    [calls, undefined],
    [[...calls, ...edit("a.ts")], "Changed 1 file with 21 tool calls: a.ts."],
  ];
  for (const [messages, expected] of cases) {
    assert.equal(workSummary(messages, { summary_min_files: 3, summary_min_tools: 20 }), expected);
  }
});

Deno.test("a candidate says in one sentence what it is, where it stands and why", () => {
  const text = "Done.\n\n**Decision:** We chose `Valkey` instead of Redis because it stays open source.";
  const [best] = triage([said("m7", "assistant", text)]);
  assert.equal(best?.category, "DECISION");
  assert.equal(best?.evidence.uuid, "m7");
  assert.match(best?.text ?? "", /^[A-Z].*Valkey instead of Redis.*\.$/);
  assert.doesNotMatch(best?.text ?? "", /[*`]/);
  assert.ok(
    (best?.cues ?? []).some((cue) => cue.name.includes("a choice is stated in full") && cue.weight > 0),
  );
});

Deno.test("a sentence that speaks for two categories is found for both where a model is asked, else for the surer one", () => {
  const rule =
    "From now on we always use pnpm instead of npm; we decided against npm because the lockfile breaks.";
  const categories = (leastScore: number) =>
    triage([said("m1", "user", rule)], leastScore)
      .filter(({ score }) => score >= THRESHOLD).map(({ category }) => category);
  assert.deepEqual(categories(0), ["PREFERENCE", "DECISION"]);
  assert.deepEqual(categories(THRESHOLD), ["PREFERENCE"]);
});

Deno.test("what a candidate begins with keeps its case where it is a name", () => {
  for (const name of ["resolve_player", "`valkey`", "flags.ts", "https://example.com/a", "useState"]) {
    const text =
      `${name} was the root cause: it returned the old rank. Fixed by asking for the account first.`;
    for (const filler of ["", "Found it: ", "Note: "]) {
      const [found] = triage([said("m1", "assistant", filler + text)]);
      assert.ok(found?.text.startsWith(name.replaceAll("`", "")), `${name}: ${found?.text}`);
    }
  }
});

Deno.test("an answer takes the option that bears its number or letter, not one that stands at its place", () => {
  const lists = [
    "Worth a thought:\n- the exporter\n- the importer\n\nShould I:\n1. Remove the section entirely\n2. Replace it with the compact version\n3. Something else?",
    "**A. Remove the section**\n- no output at all\n- less code\n\n**B. Replace it with the compact version**\n- two lines\n- keeps the ratio\n\nWhich one?",
  ];
  for (const [i, list] of lists.entries()) {
    const answer = i === 0 ? "lets do 2, because it keeps the numbers" : "B, because it keeps the numbers";
    const [found] = triage([said("m1", "assistant", list), said("m2", "user", answer)]);
    assert.match(found?.text ?? "", /\(on: (?:B\. )?Replace it with the compact version/, list);
  }
});

Deno.test("an option that was laid out before the last message is not said to answer a question in that", () => {
  const found = triage([
    said(
      "m1",
      "assistant",
      "Where do the sessions go?\n- Redis: It is there already.\n- Postgres: Slower, but safe.",
    ),
    said("m2", "user", "hm, is Redis backed up?"),
    said("m3", "assistant", "Shall I look it up in the wiki?\n\nI think it is, every night."),
    said("m4", "user", "Redis"),
  ], 0.2);
  const text = found.find(({ evidence }) => evidence.uuid === "m4")?.text;
  assert.equal(text, "Redis: It is there already.");
});

Deno.test("an answer that is the name of an option says what that is, and what was asked", () => {
  const asked =
    "Where do the sessions go?\n- Redis: It is there already, and sessions may be lost.\n- Postgres: Slower, but one thing less to run.\n\nWhat about the logs?\n- Files: Rotated each day, since nobody reads them.\n- A service: Searchable, but it costs.";
  const found = triage([said("m1", "assistant", asked), said("m2", "user", "Redis\n\nFiles")], 0.2);
  const answered = found.filter(({ evidence }) => evidence.uuid === "m2");
  assert.deepEqual(answered.map(({ text }) => text).sort(), [
    "Files: Rotated each day, since nobody reads them (on: What about the logs?)",
    "Redis: It is there already, and sessions may be lost (on: Where do the sessions go?)",
  ]);
});

Deno.test("several options that answer one question are asked about together, each question by itself", () => {
  const asked =
    "Which checks run before a merge?\n- Tests: All of them, in two minutes\n- Types: Slow, and they catch most\n- Lint: Style alone\n\nWhere do the sessions go?\n- Redis: It is there already.\n- Postgres: Slower, but safe.";
  const found = triage([said("m1", "assistant", asked), said("m2", "user", "Types\n\nRedis\n\nTests")], 0.2);
  assert.deepEqual(found.filter(({ evidence }) => evidence.uuid === "m2").map(({ text }) => text).sort(), [
    "Redis: It is there already (on: Where do the sessions go?)",
    "Tests: All of them, in two minutes; Types: Slow, and they catch most (on: Which checks run before a merge?)",
  ]);
});

Deno.test("isWorthAsking() asks less of what this user saves, and more of what is left", () => {
  const asked = (score: number, shift: number) =>
    isWorthAsking({ category: "DECISION", score }, 0.6, { DECISION: shift });
  assert.deepEqual([asked(0.58, 0), asked(0.58, -0.04), asked(0.55, -0.04), asked(0.7, 0.15)], [
    false,
    true,
    false,
    false,
  ]);
});

Deno.test("a debt is not told by a word of time alone", () => {
  const found = (text: string) =>
    triage([said("a", "assistant", text)], 0.45).map(({ category }) => category);
  assert.deepEqual(found("The hook made this file, and nothing has cleaned it up yet."), []);
  assert.deepEqual(found("The field was left as it is when the block was added later."), []);
  assert.deepEqual(found("The port is hard-coded for now."), ["TECH_DEBT"]);
});
