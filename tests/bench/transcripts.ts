import type { TestHome } from "../_support/test_home.ts";
import {
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";
import type { Programs } from "./programs.ts";
import { typescriptSource } from "./source_text.ts";

/** How long a session has gone on, and what its tools gave. */
export type TranscriptKind = "short" | "100 MB" | "100 MB of large results";

const SIZES: Readonly<Record<TranscriptKind, { readonly bytes: number; readonly resultBytes: number }>> = {
  "short": { bytes: 100_000, resultBytes: 2_000 },
  "100 MB": { bytes: 100_000_000, resultBytes: 2_000 },
  "100 MB of large results": { bytes: 100_000_000, resultBytes: 200_000 },
};

const ENCODER = new TextEncoder();

/** Puts the transcript where the payloads of this home say that it is. Each kind is written once per benchmark. */
export function layTranscript(kind: TranscriptKind, home: TestHome, { folder }: Programs): void {
  const path = `${folder}/${kind.replaceAll(" ", "-")}.jsonl`;
  if (!isFile(path)) writeTranscript(path, kind);
  const place = String(home.payload("Stop").transcript_path);
  if (isFile(place)) return;
  Deno.mkdirSync(place.slice(0, place.lastIndexOf("/")), { recursive: true });
  Deno.linkSync(path, place);
}

/** Turns of eight rows, of which every fourth states a decision. */
function writeTranscript(path: string, kind: TranscriptKind): void {
  const { bytes, resultBytes } = SIZES[kind];
  const source = typescriptSource(resultBytes);
  using file = Deno.openSync(path, { write: true, createNew: true });
  let written = 0;
  for (let turn = 0; written < bytes; turn++) {
    const rows = turnRows(turn, source).map((row) => JSON.stringify(row) + "\n").join("");
    const block = ENCODER.encode(rows);
    for (let at = 0; at < block.length;) at += file.writeSync(block.subarray(at));
    written += block.length;
  }
}

function turnRows(turn: number, source: string): unknown[] {
  const common = (row: number) => ({ uuid: `u-${turn}-${row}`, sessionId: "session-1" });
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
    assistantRow([textBlock(conclusion(turn))], common(6)),
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

function conclusion(turn: number): string {
  return `The totals of ledger ${turn} agree with the invoice now, and all ${turn + 12} tests pass.

| ledger | before | after |
| --- | --- | --- |
| ${turn} | 10.01 | 10.00 |

${turn % 4 === 0 ? decision(turn) : "The other ledgers are as they were; I have not touched them."}`;
}

function decision(turn: number): string {
  return `We decided to keep the test data of suite ${turn} in YAML instead of JSON because people edit it by hand.`;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
