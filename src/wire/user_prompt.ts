import { type CommonFields, decodeCommon } from "./common.ts";
import { elementText } from "./element.ts";
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
