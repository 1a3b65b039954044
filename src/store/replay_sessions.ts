import type { SessionKey } from "../core/writes.ts";
import { applyWrites } from "./apply_writes.ts";
import { hasSession } from "./sessions.ts";
import { SESSION_COVERS } from "./session_covers.ts";
import type { Store } from "./store.ts";

/** How a session that was only read about has begun and ended. */
const REPLAYED = "import";

/** What is known of a session before it is replayed. */
export interface KnownSession {
  readonly project: string;
  readonly cwd: string | null;
  /** Hooks have seen it begin and not end. */
  readonly isOpen: boolean;
  readonly pruned: Pruned;
}

/** Until when rows of a session were there and are no longer; `undefined`: none is missing. */
export interface Pruned {
  readonly captures: string | undefined;
  readonly prompts: string | undefined;
}

interface SessionCounts {
  readonly project: string;
  readonly cwd: string | null;
  readonly status: string;
  readonly tool_count: number;
  readonly prompt_count: number;
  readonly last_at: string;
}

interface Kept {
  readonly count: number;
  readonly oldest: string | null;
}

/** `undefined` for a session that was never seen. */
export function knownSession(store: Store, sessionId: string): KnownSession | undefined {
  const session = store.first<SessionCounts>(
    `select project, cwd, status, tool_count, prompt_count, coalesce(ended_at, last_started_at, started_at) as last_at
     from sessions where session_id = ?`,
    sessionId,
  );
  if (session === undefined) return undefined;
  const { project, cwd, status, tool_count, prompt_count, last_at } = session;
  const missing = (table: string, wanted: number) => {
    const sql = `select count(*) as count, min(created_at) as oldest from ${table} where session_id = ?`;
    const kept = store.first<Kept>(sql, sessionId);
    return kept === undefined || kept.count >= wanted ? undefined : kept.oldest ?? last_at;
  };
  return {
    project,
    cwd,
    isOpen: status === "active",
    pruned: { captures: missing("pending_queue", tool_count), prompts: missing("prompts", prompt_count) },
  };
}

/**
 * Makes the row of a session that nobody has seen, or lets one that was replayed before last longer. It is closed at
 * once, so that whatever happens next it does not look as if it were still going on. One that hooks have seen stays
 * as they left it. True for a new row. In the caller's transaction.
 */
export function keepReplayedSession(
  store: Store,
  session: SessionKey,
  [from, to]: readonly [string, string],
): boolean {
  if (hasSession(store, session.sessionId)) {
    endReplayedSession(store, session, to);
    return false;
  }
  applyWrites(store, [
    { kind: "session-started", session, at: from, source: REPLAYED },
    { kind: "session-ended", session, at: to, reason: REPLAYED },
  ]);
  return true;
}

/** Notes when something of these sessions was imported: what is kept for a time is kept from then on. In the caller's transaction. */
export function noteImport(store: Store, sessions: readonly SessionKey[], at: string): void {
  store.run(
    "update sessions set imported_at = ? where session_id in (select value from json_each(?))",
    at,
    JSON.stringify(sessions.map(({ sessionId }) => sessionId)),
  );
}

/** Lets a session last until then that was replayed, and that no hook has taken up since. In the caller's transaction. */
export function endReplayedSession(store: Store, session: SessionKey, at: string): void {
  const isReplayed = store.first(
    "select 1 from sessions where session_id = ? and status = 'closed' and end_reason = ?",
    session.sessionId,
    REPLAYED,
  ) !== undefined;
  if (isReplayed) applyWrites(store, [{ kind: "session-ended", session, at, reason: REPLAYED }]);
}

/**
 * Who has summed the session up; after a replay `mneme process` may have done it better. Where the words of a summary
 * were cleared, it counts as made until something is added.
 */
export function summedUpBy(store: Store, sessionId: string): "hooks" | "replay" | "nobody" {
  const session = store.first<{ end_reason: string | null }>(
    `select end_reason from sessions
     where session_id = ? and (summary is not null or summary_covers = ${SESSION_COVERS})`,
    sessionId,
  );
  if (session === undefined) return "nobody";
  return session.end_reason === REPLAYED ? "replay" : "hooks";
}
