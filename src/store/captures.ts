import type { Store } from "./store.ts";

/** The payload of a capture whose outcome is not known yet; `undefined` when there is none. */
export function captureWithUnknownOutcome(
  store: Store,
  sessionId: string,
  toolUseId: string,
): string | undefined {
  return store.first<{ payload: string }>(
    "select payload from pending_queue where session_id = ? and tool_use_id = ? and outcome like '%:unknown'",
    sessionId,
    toolUseId,
  )?.payload;
}

/** A run as its capture has it. */
export interface CapturedRun {
  readonly agentId: string | null;
  /** `tests:fail`. */
  readonly outcome: string;
  readonly command: string | null;
}

/** The run that this call was captured as; `undefined` where there is none, or it waits in the spool. */
export function capturedRun(store: Store, sessionId: string, toolUseId: string): CapturedRun | undefined {
  return store.first<CapturedRun>(
    `select agent_id as agentId, outcome, json_extract(payload, '$.tool_input.command') as command
     from pending_queue where session_id = ? and tool_use_id = ? and outcome is not null`,
    sessionId,
    toolUseId,
  );
}
