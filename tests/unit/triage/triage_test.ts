import assert from "node:assert/strict";
import type { Message } from "../../../src/base/conversation.ts";
import { triage } from "../../../src/triage/triage.ts";
import type { TriageCategory } from "../../../src/base/triage_types.ts";
import { said, toolCall } from "../../_support/conversations.ts";
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

function edit(file: string, isError = false): Message[] {
  return toolCall({ id: file, name: "Edit", file }, "The file has been updated.", isError);
}

Deno.test("a summary of the work counts distinct files, without failed edits, or many calls of which one edits", () => {
  const calls = Array.from({ length: 20 }, (_, i) => toolCall({ id: `${i}`, name: "Bash" }, "")).flat();
  const cases: readonly (readonly [readonly Message[], string | undefined])[] = [
    [[...edit("a.ts"), ...edit("b.ts"), ...edit("a.ts"), ...edit("c.ts", true)], undefined],
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

Deno.test("a finding says in one sentence what it is, where it stands and why", () => {
  const text = "Done.\n\n**Decision:** We chose `Valkey` instead of Redis because it stays open source.";
  const [best] = triage([said("m7", "assistant", text)]);
  assert.equal(best?.category, "DECISION");
  assert.equal(best?.evidence.uuid, "m7");
  assert.match(best?.text ?? "", /^[A-Z].*Valkey instead of Redis.*\.$/);
  assert.doesNotMatch(best?.text ?? "", /[*`]/);
  const cue = best?.cues.find(({ name }) => name.includes("a choice is stated in full"));
  assert.ok((cue?.weight ?? 0) > 0);
});

Deno.test("what a finding begins with keeps its case where it is a name", () => {
  for (const name of ["resolve_player", "`valkey`", "flags.ts", "https://example.com/a", "useState"]) {
    const text =
      `${name} was the root cause: it returned the old rank. Fixed by asking for the account first.`;
    for (const filler of ["", "Found it: ", "Note: ", "c) "]) {
      const [found] = triage([said("m1", "assistant", filler + text)]);
      assert.ok(found?.text.startsWith(name.replaceAll("`", "")), `${name}: ${found?.text}`);
    }
  }
});
