import type { NumberedTable } from "./remove_rows.ts";
import { SESSION_COVERS } from "./session_covers.ts";
import type { Store } from "./store.ts";
import { unindexItems } from "./search/index_items.ts";

/** Where the details of a session stand. Memories and lessons are not details: they outlive the session. */
export const DETAIL_TABLES: readonly NumberedTable[] = [
  { name: "observations", kind: "observation" },
  { name: "pending_queue" }, // behind what names its rows: their numbers may be given again
  { name: "prompts", kind: "prompt" },
  { name: "event_log" },
  { name: "asks" },
  { name: "notes" },
  { name: "injections" },
];

/** How far a walk over a table has come: the last row seen, and what was removed on the way. */
export interface RemovalProgress {
  /** `undefined`: the table has been seen to its end. */
  readonly at: number | undefined;
  readonly removed: number;
}

/** Rows that are looked at, and bytes of them removed, under the lock at once: a hook waits no longer than 45 ms. */
const LOOKED_AT = 2000;
const REMOVED_AT_ONCE = 200;

/** Whose rows go. */
export interface Doomed {
  readonly sessions: ReadonlySet<string>;
  /** ISO 8601; what came in later stays. Absent: nothing does. */
  readonly until?: string | undefined;
}

/**
 * Removes the rows of these sessions among the next rows of a table. By number and not by session, as most of these
 * tables have no index by session: one walk serves a thousand sessions.
 */
export function removeDetails(
  store: Store,
  table: NumberedTable,
  doomed: Doomed & { readonly after: number },
): RemovalProgress {
  // Under one lock: a number that another removal has freed goes to the next row that a hook writes.
  return store.transaction(() => removeNext(store, table, doomed));
}

function removeNext(
  store: Store,
  { name, kind }: NumberedTable,
  { sessions, until, after }: Doomed & { readonly after: number },
): RemovalProgress {
  const rows = store.all<{ id: number; session_id: string; created_at: string }>(
    `select id, session_id, created_at from ${name} where id > ? order by id limit ?`,
    after,
    LOOKED_AT,
  );
  const doomed = rows.filter(({ session_id, created_at }) =>
    sessions.has(session_id) && (until === undefined || created_at <= until)
  ).slice(0, REMOVED_AT_ONCE);
  if (doomed.length > 0) {
    const ids = doomed.map(({ id }) => id);
    if (kind !== undefined) unindexItems(store, kind, ids);
    store.run(`delete from ${name} where id in (select value from json_each(?))`, JSON.stringify(ids));
  }
  const isCut = doomed.length === REMOVED_AT_ONCE;
  const last = isCut ? doomed.at(-1) : rows.at(-1);
  return {
    at: isCut || rows.length === LOOKED_AT ? last?.id : undefined,
    removed: doomed.length,
  };
}

/** A session that may be pruned. */
export interface RestingSession {
  readonly session_id: string;
  readonly last_at: string;
}

/** A session may be gone on with for weeks after it began, and without an end. */
const LAST_AT = `max(started_at, coalesce(last_started_at, ''), coalesce(ended_at, ''),
  coalesce((select max(created_at) from prompts p where p.session_id = s.session_id), ''),
  coalesce((select max(created_at) from pending_queue q where q.session_id = s.session_id), ''))`;

/** Sessions with prompts or captures that have rested since before a moment, the longest first. */
export function restingSessions(
  store: Store,
  { before, project }: { readonly before: string; readonly project: string | undefined },
): RestingSession[] {
  return store.all<RestingSession>(
    `with seen as (select session_id, id, ${LAST_AT} as last_at from sessions s
       where (?1 is null or project = ?1)
         and (exists (select 1 from prompts p where p.session_id = s.session_id)
           or exists (select 1 from pending_queue q where q.session_id = s.session_id)))
     select session_id, last_at from seen where last_at < ?2 order by last_at, id`,
    project ?? null,
    before,
  );
}

/** Sessions of which something was captured that no observation and no summary covers yet. */
export function unprocessedSessions(store: Store): ReadonlySet<string> {
  const rows = store.all<{ session_id: string }>(
    `select session_id from sessions
     where (prompt_count > 0 or tool_count > 0) and summary_covers is not ${SESSION_COVERS}
     union select session_id from pending_queue where status = 'raw'`,
  );
  return new Set(rows.map(({ session_id }) => session_id));
}

/** The bytes of what was captured, by session. */
export function capturedBytes(store: Store): ReadonlyMap<string, number> {
  const rows = store.all<{ session_id: string; bytes: number }>(
    "select session_id, sum(octet_length(payload)) as bytes from pending_queue group by session_id",
  );
  return new Map(rows.map(({ session_id, bytes }) => [session_id, bytes]));
}
