import * as fc from "fast-check";
import { assert, assertEquals } from "../../_support/assert.ts";
import { PROJECT_ROOT } from "../../_support/executables.ts";
import { assistantRow, toolResultBlock, toolUseBlock, userRow } from "../../_support/transcript_rows.ts";
import { changeJson, changeText, jsonChanges, textChanges } from "../mutation.ts";
import { assertHidden, defineTarget, hiddenNeedle } from "../target.ts";
import { buildPrompt, evidenceWindow } from "../../../src/llm/prompt.ts";
import { triage } from "../../../src/triage/triage.ts";
import { readTranscriptTail } from "../../../src/machine/transcripts.ts";
import { decodeHistoryRow } from "../../../src/wire/history_row.ts";
import { decodeTranscriptLine, transcriptValues } from "../../../src/wire/transcript.ts";

const LONGEST_TEXT = 305; // as `src/triage/finding_text.ts` cuts, and what stands for the rest

const QUESTION = "How do we indent?";
const OPTIONS = [{ label: "Tabs", description: "Each reads them as wide as he likes." }, { label: "Blanks" }];

const RECORDED: readonly unknown[] = [
  ...Deno.readTextFileSync(`${PROJECT_ROOT}/tests/fixtures/sessions/cart.jsonl`)
    .split("\n").filter((line) => line !== "").map((line) => JSON.parse(line)),
  assistantRow([
    toolUseBlock("q", "AskUserQuestion", { questions: [{ question: QUESTION, options: OPTIONS }] }),
  ]),
  answerRow("Tabs"),
];

/** An answer to the question, as the client writes it. */
function answerRow(answer: string, fields: Readonly<Record<string, unknown>> = {}): unknown {
  const said = `User has answered your questions: "${QUESTION}"="${answer}". You can now continue.`;
  const toolUseResult = {
    questions: [{ question: QUESTION, options: OPTIONS }],
    answers: { [QUESTION]: answer },
  };
  return userRow([toolResultBlock("q", said)], { toolUseResult, ...fields });
}

/** A recorded session, changed. */
export const transcriptCases = fc.record({
  /** Which of its rows, with what changes. */
  rows: fc.array(fc.tuple(fc.nat({ max: RECORDED.length - 1 }), jsonChanges), { maxLength: 12 }),
  /** What prompts and answers behind them hide. */
  hidden: fc.array(hiddenNeedle, { maxLength: 3 }),
  texts: textChanges,
});
type TranscriptCase = typeof transcriptCases extends fc.Arbitrary<infer C> ? C : never;

/** The text of such a transcript. What hides the needle stands whole, so that nothing but mneme can bring it out. */
export function transcriptText({ rows, hidden, texts }: TranscriptCase): string {
  const lines = rows.map(([index, changes]) => JSON.stringify(changeJson(RECORDED[index], changes)) ?? "");
  const broken = changeText(lines.join("\n"), texts);
  const said = hidden.map((hiding, i) => {
    const text = `From now on always use tabs in this repository. ${hiding}`;
    const fields = {
      uuid: `hidden-${i}`,
      sessionId: "fuzz",
      cwd: "/home/dev/shop",
      timestamp: "2026-03-01T10:00:00.000Z",
    };
    return JSON.stringify(i % 2 === 0 ? userRow(text, fields) : answerRow(text, fields));
  });
  return [broken, ...said, ""].join("\n");
}

const PATH = Deno.makeTempFileSync({ prefix: "mneme-fuzz-", suffix: ".jsonl" });
globalThis.addEventListener("unload", () => Deno.removeSync(PATH));

/** The backward reader, the decoders, triage, and what would be sent to a model. */
export const transcripts = defineTarget({
  name: "transcripts",
  cases: transcriptCases,
  check(input) {
    const text = transcriptText(input);
    Deno.writeTextFileSync(PATH, text);
    const { messages } = readTranscriptTail(PATH, { maxMessages: 50, decode: decodeTranscriptLine });
    assertHidden(JSON.stringify(messages.map(({ text }) => text)), "the conversation");
    const findings = triage(messages);
    assertHidden(JSON.stringify(findings), "a finding");
    assertEquals(triage(messages), findings);
    for (const { score, text, evidence } of findings) {
      assert(
        score >= 0 && score <= 1 && text !== "" && text.length <= LONGEST_TEXT && !text.includes("\n"),
        text,
      );
      assert(messages.some(({ uuid }) => uuid === evidence.uuid), "it comes from nowhere");
    }
    const window = evidenceWindow(messages, { maxUnits: 20_000, evidence: new Set() });
    assertHidden(JSON.stringify(buildPrompt(findings, window)), "what a model is asked");
    for (const line of text.split("\n")) {
      for (const value of transcriptValues(new TextEncoder().encode(line)) ?? []) {
        decodeHistoryRow(value);
      }
    }
  },
});
