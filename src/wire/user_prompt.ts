import { type CommonFields, decodeCommon } from "./common.ts";
import type { WireObject } from "./fields.ts";

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

/** `undefined` for a person's prompt: no field tells the two apart, but the client's prefix does. */
export function decodeNotification(prompt: string): TaskNotification | undefined {
  if (!prompt.trimStart().startsWith("<task-notification>")) return undefined;
  return {
    taskId: element(prompt, "task-id"),
    toolUseId: element(prompt, "tool-use-id"),
    status: element(prompt, "status"),
  };
}

/** Text of the first `<name>…</name>`, at most 200 characters; `undefined` without one. */
function element(text: string, name: string): string | undefined {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = text.indexOf(`</${name}>`, start);
  return end < 0 || end - start > 200 ? undefined : text.slice(start, end).trim() || undefined;
}
