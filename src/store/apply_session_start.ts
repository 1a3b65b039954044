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
  const { session, at, source } = write;
  const added = store.run(
    `insert into sessions (session_id, project, cwd, started_at, source, last_started_at) values (?, ?, ?, ?, ?, ?)
     on conflict (session_id) do nothing`,
    session.sessionId,
    session.project,
    session.cwd,
    at,
    source,
    at,
  );
  if (added === 0) takeUpSession(store, write);
  return true;
}

/**
 * How the session began is kept through resumes and compactions. A start from before the recorded end (it was
 * spooled) must not reopen the session.
 */
function takeUpSession(store: Store, { session: { sessionId, cwd }, at, source }: SessionStarted): void {
  store.run(
    "update sessions set started_at = ? where session_id = ? and started_at > ?",
    at,
    sessionId,
    at,
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
