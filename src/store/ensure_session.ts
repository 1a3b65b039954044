import type { SessionKey } from "../core/writes.ts";
import type { Store } from "./store.ts";

/**
 * Makes the row of a session that has none: hooks run in any order. What was spooled is applied late, so the first
 * writer need not be the earliest.
 */
export function ensureSession(store: Store, session: SessionKey, at: string): void {
  store.run(
    `insert into sessions (session_id, project, cwd, started_at) values (?, ?, ?, ?)
     on conflict (session_id) do update set started_at = excluded.started_at
     where excluded.started_at < started_at`,
    session.sessionId,
    session.project,
    session.cwd,
    at,
  );
}
