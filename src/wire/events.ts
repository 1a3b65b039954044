// Decodes events of all clients, in Claude Code's format. Never throws: values of a wrong type count as absent.
import { withoutPasteMarks } from "../base/conversation.ts";
import { asObject, asObjects, asText, at, type WireObject } from "../base/json.ts";
import { asId, asToolName, asTyped, decodeCommon, elementText, PICTURE } from "./fields.ts";
import { withoutMedia } from "./media.ts";

export type SessionStartEvent = ReturnType<typeof decodeSessionStart>;
export type SessionEndEvent = ReturnType<typeof decodeSessionEnd>;
export type PreCompactEvent = ReturnType<typeof decodePreCompact>;
export type StopEvent = ReturnType<typeof decodeStop>;
export type UserPromptEvent = ReturnType<typeof decodeUserPrompt>;
/** A tool call, before (`result` is `undefined`) or after its execution. */
export type ToolUseEvent = ReturnType<typeof decodeToolUse>;
export type TaskNotification = NonNullable<ReturnType<typeof decodeNotification>>;

/** `source`: `startup`, `resume`, `clear`, `compact`, `fork`, or others later. */
export function decodeSessionStart(payload: WireObject) {
  return { ...decodeCommon(payload), source: asId(payload.source) ?? "startup" };
}

/** `reason`: `clear`, `prompt_input_exit`, `logout`, `resume`, `other`, or others later. */
export function decodeSessionEnd(payload: WireObject) {
  return { ...decodeCommon(payload), reason: asId(payload.reason) ?? "other" };
}

export function decodePreCompact(payload: WireObject) {
  return { ...decodeCommon(payload), trigger: asId(payload.trigger) ?? "auto" };
}

export function decodeStop(payload: WireObject) {
  return {
    ...decodeCommon(payload),
    /** True if the turn goes on because a Stop hook asked for it. */
    isContinuation: payload.stop_hook_active === true,
    lastAssistantMessage: asText(payload.last_assistant_message),
    /** The running background tasks: `subagent`, `shell`, or others later. */
    backgroundTasks: asObjects(payload.background_tasks).map(({ type, status }) => ({
      type: asText(type) ?? "unknown",
      status: asText(status) ?? "running",
    })),
    /** The last rows of the conversation, from a client without a transcript file. */
    conversation: asObjects(payload.conversation),
  };
}

/** Decodes a prompt, or a message of the client: a background task ended, or another agent or a monitor has news. */
export function decodeUserPrompt(payload: WireObject) {
  const typed = typeof payload.prompt === "string" ? asTyped(payload.prompt || PICTURE) : "";
  const prompt = assignedTask(typed) ?? withoutPasteMarks(typed);
  return { ...decodeCommon(payload), prompt, notification: decodeNotification(prompt) };
}

/** Matches the messages of a team one after another, as the client joins those that came together. */
const TEAM_MESSAGES =
  /\s*(?:Another Claude session sent a message:\s+)?<teammate-message teammate_id="([^"]*)"(?: \w+="[^"]*")*>([^]*?)<\/teammate-message>/gy;

/** Returns what a team's lead asks of a teammate, whose session may lack other prompts; JSON comes from the client. */
export function assignedTask(message: string): string | undefined {
  const texts = message.matchAll(TEAM_MESSAGES).map(([, from, text = ""]) =>
    from === "team-lead" ? text.trim() : ""
  );
  return texts.filter((text) => !/^(?:\{|$)/.test(text)).toArray().join("\n\n") || undefined;
}

const MAX_ID_UNITS = 200;

/** Matches messages of the client. Only their texts tell them from prompts of the user. */
export const NOTIFICATION =
  /^\s*(?:<task-notification>|<ci-monitor-event>|<(?:teammate|agent|cross-session)-message \w+=|(?:Another Claude|A peer) session sent a message(?: while you were working)?:|(?:Background agent ".*" was|\d+ background agents were) stopped by the user[.:])/;

/** Returns `undefined` for a prompt of the user; no ids for a message of another agent. */
export function decodeNotification(prompt: string) {
  if (!NOTIFICATION.test(prompt)) return undefined;
  const status = elementText(prompt, "status", MAX_ID_UNITS);
  const code = /exit code (-?\d+)\)?\s*$/.exec(elementText(prompt, "summary") ?? "")?.[1];
  const isOver = status === "completed" || status === "failed";
  return {
    taskId: elementText(prompt, "task-id", MAX_ID_UNITS),
    toolUseId: elementText(prompt, "tool-use-id", MAX_ID_UNITS),
    status,
    /** By the summary ("…exit code 3"), else by the status; a stopped task has none. */
    exitCode: isOver ? Number(code ?? (status === "failed" ? 1 : 0)) : undefined,
    outputFile: elementText(prompt, "output-file"),
  };
}

export type ToolResult =
  | { readonly kind: "response"; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string; readonly isInterrupt: boolean };

export function decodeToolUse(payload: WireObject) {
  return {
    ...decodeCommon(payload),
    toolName: asToolName(payload.tool_name),
    toolUseId: asId(payload.tool_use_id),
    toolInput: payload.tool_input ?? null,
    result: decodeResult(payload),
    /** The bytes of a payload that was too large to keep. */
    oversizeBytes: typeof payload.oversize_bytes === "number" ? payload.oversize_bytes : undefined,
  };
}

function decodeResult(payload: WireObject): ToolResult | undefined {
  const isFailure = payload.hook_event_name === "PostToolUseFailure" ||
    ((payload.error ?? undefined) !== undefined && payload.tool_response === undefined);
  if (isFailure) {
    const error = payload.error ?? payload.tool_response;
    const message = typeof error === "string" ? error : JSON.stringify(error) ?? "";
    return { kind: "error", message, isInterrupt: payload.is_interrupt === true };
  }
  const { tool_response: response } = payload;
  return response === undefined ? undefined : { kind: "response", value: resultValue(response) };
}

/** Returns a result without media; that of Zed's shell, a text with the exit code, as one of Claude Code's. */
export function resultValue(value: unknown): unknown {
  const text = asText(value) ?? asText(asObjects(value)[0]?.text) ?? "";
  const [, code, stdout] = /^Exited with code (\d+)\.Final output:\n\n([^]*)/.exec(text) ?? [];
  return code === undefined ? withoutMedia(value) : { stdout, exitCode: Number(code) };
}

/** Returns the parts of a call that are stored: its input, and its result or error. */
export function keptOf({ toolInput, result }: ToolUseEvent): readonly unknown[] {
  return [toolInput, result?.kind === "error" ? result.message : result?.value];
}

/** Returns the path in a call's input, as the client sent it. */
export const namedFile = (input: unknown) =>
  asText(at(input, "file_path")) ?? asText(at(input, "notebook_path"));

/** Returns all paths in a call's input. A `MultiEdit` of several files has one in each edit, a moved file two. */
export function namedFiles(toolInput: unknown): string[] {
  const input = asObject(toolInput);
  const edited = [{ moved_from: input?.moved_from }, ...asObjects(input?.edits)]
    .flatMap(({ file_path, moved_from }: WireObject) => [asText(file_path), asText(moved_from)]);
  return [...new Set([namedFile(toolInput), ...edited])].filter((path) => path !== undefined);
}
