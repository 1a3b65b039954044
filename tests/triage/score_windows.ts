/**
 * Scores triage on labelled windows of real sessions: `deno task eval:triage FOLDER`, a folder with `labels.json` and
 * `transcripts/`. Prints each item that would be asked about with its grade, then the shares.
 */
import { DEFAULT_SETTINGS } from "../../src/base/settings.ts";
import type { TriageCategory } from "../../src/base/triage_types.ts";
import { readTranscriptTail } from "../../src/machine/transcripts.ts";
import { triage } from "../../src/triage/triage.ts";
import { decodeTranscriptLine } from "../../src/wire/transcript.ts";

interface Label {
  readonly expected: readonly string[];
  /** Doubtful ones, which count neither for nor against. */
  readonly accept?: readonly string[];
}

const { heuristic_threshold, max_transcript_messages } = DEFAULT_SETTINGS.triage;
const [folder = "."] = Deno.args;
const labels = JSON.parse(Deno.readTextFileSync(`${folder}/labels.json`)) as Record<string, Label>;
const count = { right: 0, wrong: 0, doubtful: 0, empty: 0, askedWhereEmpty: 0, expected: 0, found: 0 };
for (const [id, { expected, accept = [] }] of Object.entries(labels)) {
  const { messages } = readTranscriptTail(`${folder}/transcripts/${id}.jsonl`, {
    maxMessages: max_transcript_messages,
    decode: decodeTranscriptLine,
  });
  const asked = triage(messages, heuristic_threshold);
  const wanted = expected.filter((category) => category !== "SESSION_SUMMARY");
  const gradeOf = (category: TriageCategory) =>
    wanted.includes(category) ? "right" : accept.includes(category) ? "doubtful" : "wrong";
  for (const { category, text } of asked) {
    count[gradeOf(category)]++;
    console.log(`${gradeOf(category).padEnd(8)} ${id}  [${category}] ${text}`);
  }
  count.expected += wanted.length;
  count.found += wanted.filter((one) => asked.some(({ category }) => category === one)).length;
  if (wanted.length > 0) continue;
  count.empty++;
  if (asked.some(({ category }) => gradeOf(category) === "wrong")) count.askedWhereEmpty++;
}
console.log(count);
