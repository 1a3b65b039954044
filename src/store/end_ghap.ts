import type { Store } from "./store.ts";

/** What stands as the result of an entry that its session left open. */
export const SESSION_ENDED = "session ended";

/** Gives up everything that a session left open, its helpers' entries too; the next session is offered it. */
export function abandonSession(store: Store, sessionId: string, at: string): void {
  store.run("delete from ghap_premortems where session_id = ?", sessionId);
  store.run(
    `update ghap set status = 'abandoned', result = ?, confidence_tier = 'bronze', resolved_at = ?
     where session_id = ? and status = 'active'`,
    SESSION_ENDED,
    at,
    sessionId,
  );
}
