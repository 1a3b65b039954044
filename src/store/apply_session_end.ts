import type { SessionEnded, Write } from "../core/writes.ts";
import { refuse } from "./apply_run.ts";
import { isNewest } from "./clock_set_back.ts";
import { ensureSession } from "./ensure_session.ts";
import { abandonSession } from "./ghap_records.ts";
import type { Store } from "./store.ts";

/** Writes how a session ended. */
export function applySessionEnd(store: Store, write: Write): boolean {
  return write.kind === "session-ended" ? endSession(store, write) : refuse(store, write);
}

/** An end that was spooled must not close the session that was resumed since, nor replace a later end. */
function endSession(store: Store, write: SessionEnded): boolean {
  ensureSession(store, write.session, write.at);
  const closed = store.run(
    `update sessions set status = 'closed', ended_at = ?, end_reason = ?
     where session_id = ? and ${isNewest("max(coalesce(last_started_at, ''), coalesce(ended_at, ''))")}`,
    write.at,
    write.reason,
    write.session.sessionId,
    write.at,
  );
  if (closed > 0) abandonSession(store, write.session.sessionId, write.at);
  return true;
}
