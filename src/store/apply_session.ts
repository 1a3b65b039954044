import type { SessionEnded, SessionStarted, Write } from "../core/writes.ts";
import { refuse } from "./apply_run.ts";
import { ensureSession } from "./ensure_session.ts";
import { abandonSession } from "./ghap_records.ts";
import type { Store } from "./store.ts";

/** Writes how a session began and ended. */
export function applySession(store: Store, write: Write): boolean {
  if (write.kind === "session-started") return startSession(store, write);
  return write.kind === "session-ended" ? endSession(store, write) : refuse(store, write);
}

/**
 * How the session began is kept through resumes and compactions. A start from before the recorded end (it was
 * spooled) must not reopen the session.
 */
function startSession(store: Store, write: SessionStarted): boolean {
  ensureSession(store, write.session, write.at);
  store.run(
    `update sessions set source = coalesce(source, ?), cwd = ?, last_started_at = ?, status = 'active', ended_at = null, end_reason = null
     where session_id = ? and (ended_at is null or ended_at <= ?)`,
    write.source,
    write.session.cwd,
    write.at,
    write.session.sessionId,
    write.at,
  );
  return true;
}

/** An end that was spooled must not close the session that was resumed since, nor replace a later end. */
function endSession(store: Store, write: SessionEnded): boolean {
  ensureSession(store, write.session, write.at);
  const closed = store.run(
    `update sessions set status = 'closed', ended_at = ?, end_reason = ?
     where session_id = ? and max(coalesce(last_started_at, ''), coalesce(ended_at, '')) <= ?`,
    write.at,
    write.reason,
    write.session.sessionId,
    write.at,
  );
  if (closed > 0) abandonSession(store, write.session.sessionId, write.at);
  return true;
}
