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

/** How many captures of the session wait to be processed. */
export function pendingCaptures(store: Store, sessionId: string): number {
  const row = store.first<{ waiting: number }>(
    // The plus keeps SQLite from reading every session's waiting captures by the index on the status.
    "select count(*) as waiting from pending_queue where session_id = ? and +status = 'raw'",
    sessionId,
  );
  return row?.waiting ?? 0;
}
