import { SESSION_COVERS } from "./sessions.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The progress of a model in reading a session, and its results. */
export interface LookBackProgress {
  /** The file that was read; empty where there is none. */
  readonly transcript: string;
  /** The place up to which it was read, in bytes. */
  readonly read: number;
  /** The size of the session when all of it was read; empty before. */
  readonly covers: string;
  readonly windows: number;
  readonly found: number;
  /** Answers about the next window that were of no form. */
  readonly strange: number;
}

export interface DueLookBack {
  readonly sessionId: string;
  /** 1 where a script ran the session. */
  readonly isUnattended: number;
  /** The present size of the session. */
  readonly covers: string;
  /** Absent where nobody has read in it yet. */
  readonly progress: LookBackProgress | undefined;
}

/** The row of a session that says so; like those of hooks with a subject, the index over events finds it. */
const LOOK_BACK_EVENT = "look_back";

/**
 * Sessions in which more was said than a model has read: the named one first, then those that are over, or in which
 * nothing has happened since `idleSince`, the newest first; none in which nothing was asked since `since`.
 */
export function dueLookBacks(
  store: Store,
  choice: {
    readonly sessionId: string | undefined;
    readonly idleSince: string;
    readonly since: string;
    readonly limit: number;
  },
): DueLookBack[] {
  const { sessionId, idleSince, since, limit } = choice;
  return store.all<Omit<DueLookBack, "progress"> & { data: string | null }>(sql`
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

/** Writes down how far a session was read. In the caller's transaction, with what was found. */
export function noteLookBack(
  store: Store,
  sessionId: string,
  progress: LookBackProgress,
  at: string,
): void {
  store.run(sql`
    delete from event_log where session_id = ${sessionId} and event = ${LOOK_BACK_EVENT}
    and subject is not null`);
  store.run(sql`
    insert into event_log (session_id, event, subject, data, created_at) values (${sessionId},
    ${LOOK_BACK_EVENT}, ${progress.transcript}, ${JSON.stringify(progress)}, ${at})`);
}

/** Lists the texts that are kept of a session, flagged in it or settled, in whatever category. */
export function bodiesOfSession(store: Store, sessionId: string): string[] {
  return store.column(sql`
    select body from memories where session_id = ${sessionId} and status <> 'deleted'
    and category <> 'SESSION_SUMMARY'`);
}

export interface LookBackTotals {
  readonly sessions: number;
  readonly windows: number;
  readonly found: number;
}

/** Counts the sessions that a model has read in, their windows, and the new things that it has found. */
export function lookBackTotals(store: Store): LookBackTotals {
  return {
    ...store.first<LookBackTotals>(sql`
    select count(*) as sessions, coalesce(sum(e.data ->> 'windows'), 0) as windows,
    coalesce(sum(e.data ->> 'found'), 0) as found from sessions s join event_log e
    on e.session_id = s.session_id and e.event = ${LOOK_BACK_EVENT} and e.subject is not null
    where e.data ->> 'windows' > 0`)!,
  };
}
