import type { Store } from "./store.ts";

/** Whether of something that was brought back in this session nobody knows yet if it was of use. */
export function hasUnjudged(store: Store, sessionId: string): boolean {
  const sql = "select 1 from injections where session_id = ? and used is null limit 1";
  return store.first(sql, sessionId) !== undefined;
}
