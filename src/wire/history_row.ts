// Decodes a transcript row: the parts of it that hooks would have received.
import { assignedTask, decodeNotification, resultValue, type ToolResult } from "./events.ts";
import { withoutPasteMarks } from "../base/conversation.ts";
import { asObject, asObjects, asText, type WireObject } from "../base/json.ts";
import { asId, asToolName, isScript } from "./fields.ts";
import { INTERRUPTED } from "./said_text.ts";
import { decodeRow, textOf, type TranscriptRow } from "./transcript_row.ts";

export type HistoryRow = Readonly<NonNullable<ReturnType<typeof decodeHistoryRow>>>;

export type HistoryCall = HistoryRow["calls"][number];
/** The result of a call, also of one that was refused and never ran: `didRun` (`tool_results.ts`) tells them apart. */
export type HistoryResult = HistoryRow["results"][number];

/** Returns `undefined` for rows of other types and for other formats. Never throws. */
export function decodeHistoryRow(value: unknown) {
  const row = asObject(value);
  if (row === undefined || "parent_tool_use_id" in row) return undefined; // from `claude -p --output-format stream-json`
  if (row.type !== "user" && row.type !== "assistant" && row.type !== "attachment") return undefined;
  const { type, prompt } = asObject(row.attachment) ?? {};
  const content = row.type === "attachment"
    ? type === "queued_command" && prompt
    : asObject(row.message)?.content;
  const said = decodeRow(row);
  const isSidechain = row.isSidechain === true;
  const results = blocksOf(content, "tool_result");
  const text = asText(content) ?? "";
  const isNotified = !isSidechain && row.type !== "assistant" && decodeNotification(text) !== undefined;
  const moment = Date.parse(asText(row.timestamp) ?? "");
  return {
    uuid: asId(row.uuid) ?? "",
    sessionId: asId(row.sessionId),
    cwd: asText(row.cwd),
    at: Number.isNaN(moment) ? undefined : moment,
    version: asText(row.version),
    isUnattended: isScript(row.entrypoint),
    isSidechain,
    agentId: asId(row.agentId),
    /** The transcripts of other clients have it; Claude Code has a file beside the transcript. */
    agentType: asId(row.agentType),
    promptId: asId(row.promptId),
    prompt: isSidechain || results.length > 0 ? undefined : promptOf(row, said, content),
    /** The notification of a background task's end is a row of its own, or a prompt queued during a turn. */
    notification: isNotified ? text : undefined,
    calls: row.type === "assistant" ? callsIn(content) : [],
    results: row.type === "user" ? resultsIn(results, row) : [],
    spoken: said,
    isBreak: row.type === "user" && textOf(content).startsWith(INTERRUPTED),
  };
}

/** Returns the title that a row of its own gives a session: the user's (`named`), or that of a model (`topic`). */
export function decodeTitle(value: unknown) {
  const { sessionId, customTitle, aiTitle } = asObject(value) ?? {};
  return { sessionId, named: asText(customTitle), topic: asText(aiTitle) };
}

/** Returns a prompt as in UserPromptSubmit, with its private parts; also a task from a team's lead. */
function promptOf(row: WireObject, spoken: TranscriptRow | undefined, content: unknown) {
  if (row.type === "assistant" || spoken?.kind === "stop-hook") return undefined;
  const text = withoutPasteMarks(spoken?.texts.join("\n\n") ?? "").trim() || assignedTask(textOf(content));
  /** A queued prompt was typed while a turn ran, and has that turn's prompt id. */
  return text ? { text, isQueued: row.type === "attachment" } : undefined;
}

const blocksOf = (content: unknown, type: string) => asObjects(content).filter((one) => one.type === type);

function callsIn(content: unknown) {
  return blocksOf(content, "tool_use").map(({ id, name, input }) => ({
    id: asId(id) ?? "",
    name: asToolName(name),
    input: input ?? null,
  }));
}

function resultsIn(blocks: readonly WireObject[], row: WireObject) {
  // With several results, `toolUseResult` may belong to any.
  const structured = blocks.length === 1 ? row.toolUseResult : undefined;
  return blocks.flatMap(({ tool_use_id, is_error, content }) => {
    const callId = asId(tool_use_id);
    if (callId === undefined) return [];
    const result: ToolResult = is_error === true
      ? { kind: "error", message: textOf(content), isInterrupt: false }
      : { kind: "response", value: resultValue(structured ?? content ?? "") };
    return [{ callId, result }];
  });
}
