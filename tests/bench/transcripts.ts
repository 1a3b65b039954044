import { isFile } from "../../src/machine/files.ts";
import type { TestHome } from "../_support/test_home.ts";
import {
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";
import type { Programs } from "./bench.ts";
import { typescriptSource } from "./payloads.ts";

/** How long a session has gone on, what its tools gave, and whether something new is said in each run. */
export type TranscriptKind =
  | "short"
  | "long turn"
  | "100 MB"
  | "100 MB and news"
  | "100 MB of large results";

/** How long such a transcript is, and each result in it. */
function sizesOf(kind: TranscriptKind): { readonly bytes: number; readonly resultBytes: number } {
  return {
    bytes: kind.startsWith("100 MB") ? 100_000_000 : 100_000,
    resultBytes: kind === "100 MB of large results" ? 200_000 : 2_000,
  };
}

const ENCODER = new TextEncoder();

/** Puts the transcript of the n-th run where the payloads of this home say that it is. Each kind is written once per benchmark. */
export function layTranscript(
  kind: TranscriptKind,
  { home, programs, run }: { readonly home: TestHome; readonly programs: Programs; readonly run: number },
): void {
  const base = `${programs.folder}/${kind.replaceAll(" ", "-")}.jsonl`;
  if (!isFile(base)) writeTranscript(base, kind);
  const place = String(home.payload("Stop").transcript_path);
  const isThere = isFile(place);
  if (!isThere) Deno.mkdirSync(place.slice(0, place.lastIndexOf("/")), { recursive: true });
  if (kind === "100 MB and news") {
    if (!isThere) Deno.copyFileSync(base, place);
    endWithNews(place, { end: Deno.statSync(base).size, run });
  } else if (!isThere) Deno.linkSync(base, place);
}

/** Turns of eight rows, of which every fourth states a decision. */
function writeTranscript(path: string, kind: TranscriptKind): void {
  const { bytes, resultBytes } = sizesOf(kind);
  const source = typescriptSource(resultBytes);
  using file = Deno.openSync(path, { write: true, createNew: true });
  let written = 0;
  for (let turn = 0; written < bytes; turn++) {
    const statement = turn % 4 === 0 ? decision(turn) : NO_DECISION;
    written += writeRows(file, turnRows({ turn, source, statement }));
  }
  if (kind === "long turn") writeRows(file, longTurnRows(source));
}

/** More calls than a stop looks at, and before them the prompt. */
const LONG_TURN_CALLS = 150;
const CALLS_PER_TEXT = 3;

function longTurnRows(source: string): unknown[] {
  const calls = Array.from({ length: LONG_TURN_CALLS }, (_, i) => {
    const call = toolUseBlock(`t-long-${i}`, "Read", { file_path: `/home/dev/project/src/ledger${i}.ts` });
    const text = textBlock(`Now the tests of ledger ${i}, since its totals may be rounded per line.`);
    return [
      assistantRow(i % CALLS_PER_TEXT === 0 ? [text, call] : [call], ids(`u-long-${i}`)),
      userRow([toolResultBlock(`t-long-${i}`, source)], ids(`r-long-${i}`)),
    ];
  });
  return [
    userRow("Look at all of the ledgers.", ids("u-long")),
    ...calls.flat(),
    assistantRow([textBlock(`${NO_DECISION} ${decision(0)}`)], ids("u-long-end")),
  ];
}

function ids(uuid: string) {
  return { uuid, sessionId: "session-1" };
}

/** More than a stop reads, of which the last one says something that no run before has said. */
const LAST_TURNS = 8;

function endWithNews(path: string, { end, run }: { readonly end: number; readonly run: number }): void {
  const source = typescriptSource(sizesOf("100 MB and news").resultBytes);
  using file = Deno.openSync(path, { write: true });
  file.truncateSync(end);
  file.seekSync(end, Deno.SeekMode.Start);
  for (let i = 0; i < LAST_TURNS; i++) {
    const turn = FIRST_NEW_TURN + run * LAST_TURNS + i;
    const statement = i === LAST_TURNS - 1 ? newDecision(run) : NO_DECISION;
    writeRows(file, turnRows({ turn, source, statement }));
  }
}

const FIRST_NEW_TURN = 1_000_000;

function writeRows(file: Deno.FsFile, rows: readonly unknown[]): number {
  const block = ENCODER.encode(rows.map((row) => JSON.stringify(row) + "\n").join(""));
  for (let at = 0; at < block.length;) at += file.writeSync(block.subarray(at));
  return block.length;
}

/** `source`: what the tools give; `statement`: with which the turn ends. */
function turnRows(
  { turn, source, statement }: Record<"source" | "statement", string> & { readonly turn: number },
): unknown[] {
  const common = (row: number) => ids(`u-${turn}-${row}`);
  const path = `/home/dev/project/src/ledger${turn}.ts`;
  const call = (row: number, name: string, input: Record<string, unknown>) => [
    assistantRow([toolUseBlock(`t-${turn}-${row}`, name, input)], common(row)),
    userRow([toolResultBlock(`t-${turn}-${row}`, source)], common(row + 1)),
  ];
  return [
    userRow(`Why does the total of ledger ${turn} differ from the invoice? Find it and fix it.`, common(0)),
    assistantRow([textBlock(narration(turn))], common(1)),
    ...call(2, "Read", { file_path: path }),
    ...call(4, "Bash", { command: `npm test -- ledger${turn}` }),
    assistantRow([textBlock(conclusion(turn, statement))], common(6)),
    userRow("Good. Go on with the next one.", common(7)),
  ];
}

function narration(turn: number): string {
  return `I will look at \`ledger${turn}.ts\` first, then at the tests.

1. Read the function that sums the lines of ledger ${turn}.
2. Run its tests and see which totals are off.
3. Compare them with the invoice.

The totals may be rounded **per line** and not once, which would explain a cent here and there. The test
\`rounds the total ${turn}\` covers the sum alone, so it would not notice that.`;
}

function conclusion(turn: number, statement: string): string {
  return `The totals of ledger ${turn} agree with the invoice now, and all ${turn + 12} tests pass.

| ledger | before | after |
| --- | --- | --- |
| ${turn} | 10.01 | 10.00 |

${statement}`;
}

const NO_DECISION = "The other ledgers are as they were; I have not touched them.";

function decision(turn: number): string {
  return `We decided to keep the test data of suite ${turn} in YAML instead of JSON because people edit it by hand.`;
}

const [THINGS, PLACES, OTHERS, REASONS] = [
  "invoice templates|exchange rates|audit trails|tax tables|bank statements|shipping labels|price lists|mail drafts|" +
  "search indexes|login tokens|scanned receipts",
  "an object store|Postgres|the message queue|a flat file|browser storage|the monorepo|one shared folder",
  "the web server|a spreadsheet|Redis|environment variables|each container",
  "auditors read them each year|two teams change them at night|the old format loses time zones|restoring took a " +
  "whole weekend|clients download them in parallel|the vendor limits each request|they outgrow the memory of one " +
  "machine|nobody knew who had edited them|tests must run without a network",
].map((list) => list.split("|")) as [string[], string[], string[], string[]];

/** No two of 385 runs say the same but for the reason, and few of them speak of the same things. */
function newDecision(run: number): string {
  const one = (list: readonly string[]) => list[run % list.length];
  return `We decided to keep the ${one(THINGS)} in ${one(PLACES)} instead of ${one(OTHERS)} because ` +
    `${one(REASONS)}.`;
}
