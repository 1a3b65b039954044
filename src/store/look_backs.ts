// The progress of the look back, in which a model reads whole sessions in `mneme process`.

import { replaceEvent } from "./event_log.ts";
import { SESSION_COVERS } from "./sessions.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A model's progress in reading a session. */
export interface LookBackProgress {
  /** The transcript that was read; "" for none. */
  readonly transcript: string;
  /** The offset up to which it was read, in bytes. */
  readonly read: number;
  /** The session's size when all of it was read; "" before. */
  readonly covers: string;
  readonly windows: number;
  readonly found: number;
  /** The number of unusable answers about the next window. */
  readonly strange: number;
}

export type DueLookBack = ReturnType<typeof dueLookBacks>[number];

/** The event that holds a session's progress; the index over events finds it. */
const LOOK_BACK_EVENT = "look_back";

/**
 * Returns sessions with unread conversation: the named one, then, newest first, those over or idle since `idleSince`
 * with a prompt since `since`. `covers` is a session's present size; `progress` is `undefined` before any reading.
 */
export function dueLookBacks(
  store: Store,
  { sessionId, idleSince, since, limit }:
    & Readonly<Record<"idleSince" | "since", string>>
    & { readonly sessionId: string | undefined; readonly limit: number },
) {
  return store.all<{ sessionId: string; isUnattended: number; covers: string; data: string | null }>(sql`
    select s.session_id as sessionId, s.is_unattended as isUnattended, ${SESSION_COVERS} as covers, e.data
    from sessions s left join event_log e on e.session_id = s.session_id and e.event = ${LOOK_BACK_EVENT}
    and e.subject is not null where s.prompt_count > 0
    and coalesce(e.data ->> 'covers', '') <> ${SESSION_COVERS} and (s.session_id = ${sessionId} or
    ((s.status = 'closed' or not exists (select 1 from prompts where session_id = s.session_id
    and created_at >= ${idleSince})) and exists (select 1 from prompts where session_id = s.session_id
    and created_at >= ${since}))) order by s.session_id = ${sessionId} desc, s.started_at desc
    limit ${limit}`).map(({ data, ...session }) => ({
    ...session,
    progress: data === null ? undefined : JSON.parse(data) as LookBackProgress,
  }));
}

/** Notes how far a session was read. In the transaction that keeps the findings. */
export function noteLookBack(store: Store, sessionId: string, progress: LookBackProgress, at: string): void {
  const { transcript: subject } = progress;
  replaceEvent(store, { sessionId, event: LOOK_BACK_EVENT, subject, data: progress, at });
}

/** Lists the texts of a session's memories and candidates, of any category. */
export function bodiesOfSession(store: Store, sessionId: string): string[] {
  return store.column(sql`
    select body from memories where session_id = ${sessionId} and status <> 'deleted'
    and category <> 'SESSION_SUMMARY'`);
}

/** Counts the sessions that a model has read, their windows and new findings. */
export function lookBackTotals(store: Store) {
  return store.first<Record<"sessions" | "windows" | "found", number>>(sql`
    select count(*) as sessions, coalesce(sum(e.data ->> 'windows'), 0) as windows,
    coalesce(sum(e.data ->> 'found'), 0) as found from sessions s join event_log e
    on e.session_id = s.session_id and e.event = ${LOOK_BACK_EVENT} and e.subject is not null
    where e.data ->> 'windows' > 0`)!;
}
