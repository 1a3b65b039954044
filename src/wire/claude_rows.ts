// Makes rows of Claude Code's transcripts, and its fields for results of calls, for the dialects of other clients.
import { isOwnQuestion } from "../base/conversation.ts";
import { asObject, at, type WireObject } from "../base/json.ts";
import type { ToolCall } from "./patch.ts";
import { textOf } from "./transcript_row.ts";

/** Returns the fields for an ended command. Without a number, the exit code is unknown. */
export function shellResult(output: string, exitCode: unknown): WireObject {
  const code = typeof exitCode === "number" || typeof exitCode === "string" ? Number(exitCode) : NaN;
  if (code === 0) return { tool_response: printed(output) };
  return Number.isNaN(code)
    ? { tool_response: { ...printed(output), returnCodeInterpretation: "unknown" } }
    : { hook_event_name: "PostToolUseFailure", error: `Exit code ${code}\n${output}` };
}

const printed = (stdout: string): WireObject => ({ stdout, stderr: "", interrupted: false });

export function runningShell(output: string, backgroundTaskId: string): WireObject {
  return { tool_response: { ...printed(output), backgroundTaskId } };
}

/** Returns the fields for the result of an MCP tool, which may be an error. */
export function mcpResult(result: unknown): WireObject {
  if (at(result, "isError") !== true) return { tool_response: result };
  const error = textOf(at(result, "content"));
  return { hook_event_name: "PostToolUseFailure", tool_response: undefined, error };
}

export function callRow(id: unknown, { name, input }: { name: string; input: unknown }): WireObject {
  return { type: "assistant", message: { content: [{ type: "tool_use", id, name, input }] } };
}

const MAX_CALLS = 50; // the calls that are kept for their results, which lack the tool's name

/** Returns a `session` row that adds the call to `shared.calls` (see `Dialect.rows`), then the row of the call. */
export function rememberedCall(id: unknown, call: ToolCall, shared: WireObject): WireObject[] {
  const last = Object.entries({ ...asObject(shared.calls), [String(id)]: call }).slice(-MAX_CALLS);
  return [{ type: "session", calls: Object.fromEntries(last) }, callRow(id, call)];
}

/** Returns the row of a result, from fields such as those of `shellResult`. */
export function resultRow(id: unknown, fields: WireObject): WireObject {
  const error = typeof fields.error === "string" ? fields.error : undefined; // may be empty
  const content = error ?? (typeof fields.tool_response === "string" ? fields.tool_response : "");
  const block = { type: "tool_result", tool_use_id: id, is_error: error !== undefined, content };
  const structured = error === undefined ? { toolUseResult: fields.tool_response } : {};
  return { type: "user", message: { content: [block] }, ...structured };
}

/** Returns the rows of a prompt, none of an empty one. Some clients write the text of mneme's stop hook as a prompt. */
export function promptRows(text: unknown, uuid: unknown): WireObject[] {
  return typeof text === "string" && isOwnQuestion(text) ? [stopHookRow(text)] : textRows("user", text, uuid);
}

/** Returns the row of a text, none for `""`. A `queued` one is a prompt that was typed while a turn ran. */
export function textRows(type: "user" | "assistant" | "queued", text: unknown, uuid?: unknown): WireObject[] {
  if (typeof text !== "string" || text === "") return [];
  const attachment = { type: "queued_command", prompt: text };
  if (type === "queued") return [{ type: "attachment", uuid, attachment }];
  return [{ type, uuid, message: { content: [{ type: "text", text }] } }];
}

const HIDING = [{ type: "tool_result", tool_use_id: "undo" }, { type: "text", text: "<private></private>" }];
/** Stands for what a fork, or a session after an undo, goes on with: that may be private. */
export const UNDO: WireObject = { type: "user", message: { content: HIDING } };

export function stopHookRow(text: string): WireObject {
  return { type: "user", isMeta: true, message: { content: `Stop hook feedback:\n${text}` } };
}

/** Returns milliseconds since the epoch in ISO 8601; `undefined` for any other value. */
export function isoOf(ms: unknown): string | undefined {
  return typeof ms === "number" && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : undefined;
}
