import type { SessionStarted, Write } from "../core/writes.ts";
import { refuse } from "./apply_run.ts";
import { isNewest } from "./clock_set_back.ts";
import type { Store } from "./store.ts";

/** Writes how a session began. */
export function applySessionStart(store: Store, write: Write): boolean {
  return write.kind === "session-started" ? startSession(store, write) : refuse(store, write);
}

/** Mostly it is new: one statement then. */
function startSession(store: Store, write: SessionStarted): boolean {
  const { session, at, source, isUnattended } = write;
  const added = store.run(
    `insert into sessions (session_id, project, cwd, started_at, source, last_started_at, is_unattended)
     values (?, ?, ?, ?, ?, ?, ?) on conflict (session_id) do nothing`,
    session.sessionId,
    session.project,
    session.cwd,
    at,
    source,
    at,
    isUnattended ? 1 : 0,
  );
  if (added === 0) takeUpSession(store, write);
  return true;
}

/**
 * How the session began is kept through resumes and compactions, and that a person has worked in it. A start from
 * before the recorded end (it was spooled) must not reopen the session.
 */
function takeUpSession(store: Store, write: SessionStarted): void {
  const { session: { sessionId, cwd }, at, source, isUnattended } = write;
  store.run(
    `update sessions set started_at = min(started_at, ?1),
       is_unattended = iif(source is null, ?2, min(is_unattended, ?2)) where session_id = ?3`,
    at,
    isUnattended ? 1 : 0,
    sessionId,
  );
  store.run(
    `update sessions set source = coalesce(source, ?), cwd = ?, last_started_at = ?, status = 'active', ended_at = null, end_reason = null
     where session_id = ? and (ended_at is null or ${isNewest("ended_at")})`,
    source,
    cwd,
    at,
    sessionId,
    at,
  );
}
