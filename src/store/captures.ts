import type { Store } from "./store.ts";

/** How many captures of the session wait to be processed. */
export function pendingCaptures(store: Store, sessionId: string): number {
  const row = store.first<{ waiting: number }>(
    // The plus keeps SQLite from reading every session's waiting captures by the index on the status.
    "select count(*) as waiting from pending_queue where session_id = ? and +status = 'raw'",
    sessionId,
  );
  return row?.waiting ?? 0;
}
