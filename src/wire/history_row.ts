import { asId, asObject, asText, type WireObject } from "./fields.ts";
import type { ToolResult } from "./tool_use.ts";
import { decodeRow, type TranscriptRow } from "./transcript_row.ts";
import { typedCommand } from "./typed_command.ts";
import { decodeNotification, type TaskNotification } from "./user_prompt.ts";

/** A row of a transcript as far as the hooks would have seen it: what was asked, called and answered, and where. */
export interface HistoryRow {
  /** Empty for rows without one. */
  readonly uuid: string;
  /** `undefined` where the row does not say. */
  readonly sessionId: string | undefined;
  readonly cwd: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number | undefined;
  /** The client's. */
  readonly version: string | undefined;
  readonly isSidechain: boolean;
  readonly agentId: string | undefined;
  readonly promptId: string | undefined;
  /** What UserPromptSubmit would have told; private parts are still in it. */
  readonly prompt: HistoryPrompt | undefined;
  readonly notification: HistoryNotification | undefined;
  readonly calls: readonly HistoryCall[];
  readonly results: readonly HistoryResult[];
  /** The row as a part of the conversation. */
  readonly spoken: TranscriptRow | undefined;
}

export interface HistoryPrompt {
  readonly text: string;
  /** Typed while a turn was running, whose id it has. */
  readonly isQueued: boolean;
}

export interface HistoryNotification {
  readonly text: string;
  readonly task: TaskNotification;
}

export interface HistoryCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What came of a call; whether it ran at all is for `didRun` to say. */
export interface HistoryResult {
  readonly callId: string;
  readonly result: ToolResult;
}

/** Total: `undefined` for everything that is neither said nor done, and for rows of other formats. */
export function decodeHistoryRow(value: unknown, start: number): HistoryRow | undefined {
  const row = asObject(value);
  if (row === undefined || "parent_tool_use_id" in row) return undefined; // that one is of the output stream
  if (row.type !== "user" && row.type !== "assistant" && row.type !== "attachment") return undefined;
  const content = asObject(row.message)?.content;
  const spoken = decodeRow(row, start);
  const isSidechain = row.isSidechain === true;
  const results = row.type === "user" ? resultsIn(content, row) : [];
  return {
    uuid: asId(row.uuid) ?? "",
    sessionId: asId(row.sessionId),
    cwd: asText(row.cwd),
    at: momentOf(row.timestamp),
    version: asText(row.version),
    isSidechain,
    agentId: asId(row.agentId),
    promptId: asId(row.promptId),
    prompt: isSidechain || hasResult(content) ? undefined : promptOf(row, content, spoken),
    notification: isSidechain ? undefined : notificationOf(row, content),
    calls: row.type === "assistant" ? callsIn(content) : [],
    results,
    spoken,
  };
}

function momentOf(timestamp: unknown): number | undefined {
  const moment = typeof timestamp === "string" ? Date.parse(timestamp) : NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

function promptOf(
  row: WireObject,
  content: unknown,
  spoken: TranscriptRow | undefined,
): HistoryPrompt | undefined {
  if (row.type === "assistant") return undefined;
  if (spoken?.kind === "spoken" && spoken.texts.length > 0) {
    return { text: spoken.texts.join("\n\n").trim(), isQueued: row.type === "attachment" };
  }
  const command = row.isMeta === true || typeof content !== "string" ? undefined : typedCommand(content);
  return command === undefined ? undefined : { text: command, isQueued: false };
}

/** The client's own note that a background task ended: a row, or what waited for the running turn. */
function notificationOf(row: WireObject, content: unknown): HistoryNotification | undefined {
  const attachment = asObject(row.attachment);
  const text = row.type === "user"
    ? content
    : attachment?.type === "queued_command"
    ? attachment.prompt
    : null;
  if (typeof text !== "string") return undefined;
  const task = decodeNotification(text);
  return task === undefined ? undefined : { text, task };
}

function blocksOf(content: unknown, type: string): WireObject[] {
  if (!Array.isArray(content)) return [];
  return content.map(asObject).filter((block) => block !== undefined && block.type === type) as WireObject[];
}

function callsIn(content: unknown): HistoryCall[] {
  return blocksOf(content, "tool_use").map(({ id, name, input }) => ({
    id: asId(id) ?? "",
    name: asId(name) ?? "unknown",
    input: input ?? null,
  }));
}

function hasResult(content: unknown): boolean {
  return blocksOf(content, "tool_result").length > 0;
}

function resultsIn(content: unknown, row: WireObject): HistoryResult[] {
  const blocks = blocksOf(content, "tool_result");
  // Beside several results stands the structured one of nobody knows which.
  const structured = blocks.length === 1 ? row.toolUseResult : undefined;
  return blocks.flatMap((block) => {
    const callId = asId(block.tool_use_id);
    return callId === undefined ? [] : [{ callId, result: resultOf(block, structured) }];
  });
}

function resultOf(block: WireObject, structured: unknown): ToolResult {
  return block.is_error === true
    ? { kind: "error", message: messageOf(block.content), isInterrupt: false }
    : { kind: "response", value: structured ?? block.content ?? "" };
}

function messageOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((item) => asText(asObject(item)?.text) ?? "").filter((text) => text !== "").join("\n");
}
