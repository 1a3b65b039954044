import { type CommonFields, decodeCommon } from "./common.ts";
import { asId, asObject, asText, type WireObject } from "./fields.ts";

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
  /** What still runs while the turn ends. */
  readonly backgroundTasks: readonly BackgroundTask[];
}

export interface BackgroundTask {
  /** `subagent`, `shell`; later clients may add more. */
  readonly type: string;
  readonly status: string;
}

/** Total: Stop and SubagentStop. */
export function decodeStop(payload: WireObject): StopEvent {
  return {
    ...decodeCommon(payload),
    isContinuation: payload.stop_hook_active === true,
    lastAssistantMessage: asText(payload.last_assistant_message),
    backgroundTasks: decodeBackgroundTasks(payload.background_tasks),
  };
}

function decodeBackgroundTasks(value: unknown): BackgroundTask[] {
  if (!Array.isArray(value)) return [];
  return value.map(asObject).filter((task) => task !== undefined).map((task) => ({
    type: asText(task.type) ?? "unknown",
    status: asText(task.status) ?? "running",
  }));
}
