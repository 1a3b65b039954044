import { amountOf } from "../memory/amounts.ts";
import { fileNoun } from "../memory/backups.ts";
import { plainText } from "../plain_text.ts";
import { amount } from "../table.ts";

/** What became of one session that was to be forgotten, as it is printed as JSON. */
export interface ForgottenSession {
  readonly id: string;
  readonly session_id: string;
  /** It has begun and not ended: what its hooks keep from now on makes a new one. */
  readonly is_open: boolean;
  readonly removed: {
    readonly prompts: number;
    readonly tool_calls: number;
    readonly candidates: number;
  };
  /** What came of it and stays, by ids; the files that tell of it, by their paths. */
  readonly left: {
    readonly memories: readonly string[];
    readonly predictions: readonly string[];
    readonly files: readonly string[];
  };
}

/** What went with each session, and what of it still stands where: a sentence a line. */
export function forgottenLines(reports: readonly ForgottenSession[]): string[] {
  return [
    ...reports.flatMap(linesOf),
    "Transcripts of Claude Code stay as they are; `mneme replay --again` would bring this back from them",
  ];
}

/** "1 prompt, 21 tool calls, 2 candidates". */
export function sessionContents({ prompts, tool_calls, candidates }: ForgottenSession["removed"]): string {
  return [
    amount(prompts, "prompt"),
    amount(tool_calls, "tool call"),
    amount(candidates, "candidate"),
  ].join(", ");
}

function linesOf({ id, is_open, removed, left }: ForgottenSession): string[] {
  const { memories, predictions, files } = left;
  return [
    `Forgot ${id}: ${sessionContents(removed)}`,
    ...(is_open ? ["  it has not ended: what it does from now on is kept"] : []),
    ...staying(amountOf(memories.length), memories, "mneme memory forget"),
    ...staying(amount(predictions.length, "prediction"), predictions, "mneme ghap forget"),
    ...files.map((file) => `  the ${fileNoun(file)} ${plainText(file)} still holds it`),
  ];
}

function staying(what: string, ids: readonly string[], command: string): string[] {
  if (ids.length === 0) return [];
  return [
    `  ${what} that came from it ${ids.length === 1 ? "stays" : "stay"}: \`${command} ${ids.join(" ")}\``,
  ];
}
