import { asObject, asObjects, asText, type WireObject } from "../base/json.ts";
import { asId, type CommonFields, decodeCommon, elementText } from "./fields.ts";

export interface SessionStartEvent extends CommonFields {
  /** startup, resume, clear, compact, fork; later clients may add more. */
  readonly source: string;
}

export interface SessionEndEvent extends CommonFields {
  /** clear, prompt_input_exit, logout, resume, other; later clients may add more. */
  readonly reason: string;
}

/** Total: an absent source is a startup. */
export function decodeSessionStart(payload: WireObject): SessionStartEvent {
  return { ...decodeCommon(payload), source: asId(payload.source) ?? "startup" };
}

/** Total: an absent reason is `other`. */
export function decodeSessionEnd(payload: WireObject): SessionEndEvent {
  return { ...decodeCommon(payload), reason: asId(payload.reason) ?? "other" };
}

export interface PreCompactEvent extends CommonFields {
  readonly trigger: string;
}

/** Total: an absent trigger is `auto`. */
export function decodePreCompact(payload: WireObject): PreCompactEvent {
  return { ...decodeCommon(payload), trigger: asId(payload.trigger) ?? "auto" };
}

export interface StopEvent extends CommonFields {
  /** True while the turn goes on because a Stop hook asked for it. */
  readonly isContinuation: boolean;
  readonly lastAssistantMessage: string | undefined;
  /** The tasks that still run while the turn ends. */
  readonly backgroundTasks: readonly {
    /** `subagent`, `shell`; later clients may add more. */
    readonly type: string;
    readonly status: string;
  }[];
  /** The end of the conversation, of a client that keeps it in no file: rows as Claude Code would have written them. */
  readonly conversation: readonly WireObject[];
}

/** Total: Stop and SubagentStop. */
export function decodeStop(payload: WireObject): StopEvent {
  return {
    ...decodeCommon(payload),
    isContinuation: payload.stop_hook_active === true,
    lastAssistantMessage: asText(payload.last_assistant_message),
    backgroundTasks: asObjects(payload.background_tasks).map(({ type, status }) => ({
      type: asText(type) ?? "unknown",
      status: asText(status) ?? "running",
    })),
    conversation: asObjects(payload.conversation),
  };
}

/** A prompt, or the client's own note that a background task ended, which arrives by the same event. */
export interface UserPromptEvent extends CommonFields {
  readonly prompt: string;
  readonly notification: TaskNotification | undefined;
}

export interface TaskNotification {
  readonly taskId: string | undefined;
  readonly toolUseId: string | undefined;
  readonly status: string | undefined;
}

/** Total: a prompt that is not a string is empty. */
export function decodeUserPrompt(payload: WireObject): UserPromptEvent {
  const prompt = typeof payload.prompt === "string" ? payload.prompt : "";
  return { ...decodeCommon(payload), prompt, notification: decodeNotification(prompt) };
}

/** The client's ids and words for a state are short. */
const MAX_UNITS = 200;

/** `undefined` for a person's prompt: no field tells the two apart, but the client's prefix does. */
export function decodeNotification(prompt: string): TaskNotification | undefined {
  if (!prompt.trimStart().startsWith("<task-notification>")) return undefined;
  return {
    taskId: elementText(prompt, "task-id", MAX_UNITS),
    toolUseId: elementText(prompt, "tool-use-id", MAX_UNITS),
    status: elementText(prompt, "status", MAX_UNITS),
  };
}

/**
 * The end of a background task, from the client's own note. Total. The exit code stands in the summary's words alone:
 * "…failed with exit code 3"; `undefined` when the task was stopped, or nobody said.
 */
export function decodeTaskEnd(notification: string) {
  const summary = elementText(notification, "summary") ?? "";
  const status = elementText(notification, "status");
  const code = /exit code (\d{1,3})\)?\s*$/.exec(summary)?.[1];
  const isStopped = status !== "completed" && status !== "failed";
  const spoken = code === undefined ? (status === "failed" ? 1 : 0) : Number(code);
  return { exitCode: isStopped ? undefined : spoken, outputFile: elementText(notification, "output-file") };
}

/** A tool call, before (`result` is `undefined`) or after it ran. */
export interface ToolUseEvent extends CommonFields {
  readonly toolName: string;
  readonly toolUseId: string | undefined;
  readonly toolInput: unknown;
  readonly result: ToolResult | undefined;
  /** Size of a payload that was too large to keep, in bytes. */
  readonly oversizeBytes: number | undefined;
}

export type ToolResult =
  | { readonly kind: "response"; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string; readonly isInterrupt: boolean };

/** Total: PreToolUse, PostToolUse and PostToolUseFailure. A call without a usable name is named `unknown`. */
export function decodeToolUse(payload: WireObject): ToolUseEvent {
  return {
    ...decodeCommon(payload),
    toolName: asId(payload.tool_name) ?? "unknown",
    toolUseId: asId(payload.tool_use_id),
    toolInput: payload.tool_input ?? null,
    result: decodeResult(payload),
    oversizeBytes: typeof payload.oversize_bytes === "number" ? payload.oversize_bytes : undefined,
  };
}

function decodeResult(payload: WireObject): ToolResult | undefined {
  const isFailure = payload.hook_event_name === "PostToolUseFailure" ||
    (payload.error !== undefined && payload.tool_response === undefined);
  if (isFailure) {
    const error = payload.error ?? payload.tool_response;
    const message = typeof error === "string" ? error : JSON.stringify(error) ?? "";
    return { kind: "error", message, isInterrupt: payload.is_interrupt === true };
  }
  return payload.tool_response === undefined ? undefined : { kind: "response", value: payload.tool_response };
}

/** The parts of a tool call that a capture keeps: its input and its result. */
export function keptOf({ toolInput, result }: ToolUseEvent): readonly unknown[] {
  return [toolInput, result?.kind === "error" ? result.message : result?.value];
}

/** The file that a tool call names, as sent; `undefined` for tools that name none. */
export function namedFile(toolInput: unknown): string | undefined {
  const input = asObject(toolInput);
  return asText(input?.file_path) ?? asText(input?.notebook_path);
}

/** All files that it names: an edit of several has each beside its change. */
export function namedFiles(toolInput: unknown): string[] {
  const edits = asObjects(asObject(toolInput)?.edits).map(({ file_path }) => asText(file_path));
  return [...new Set([namedFile(toolInput), ...edits])].filter((path) => path !== undefined);
}
