// Lists sessions that `mneme process` must sum up, or look back on with a model, and stores the results.
import { summarizeSession } from "../session/session_summary.ts";
import { type SessionFacts, sessionTitle } from "../session/session_facts.ts";
import { itemIds } from "./columns.ts";
import type { SourceRow } from "./forget.ts";
import { indexItems } from "./search_index.ts";
import { queueForSearch } from "./search_tables.ts";
import { PRUNED_EVENT, sessionFacts } from "./session_facts.ts";
import { LAST_AT, SESSION_COVERS } from "./sessions.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { clearTellingsOf } from "./tellings.ts";
import { replaceEvent } from "./event_log.ts";

/** A session whose summary does not cover all that happened; `covers` is its present size. */
type Unsummarized = Readonly<Record<"sessionId" | "project" | "covers", string> & { summary: string | null }>;

/** Lists processed sessions whose summary lacks something: closed, idle since `idleSince`, or `sessionId`. */
export function unsummarizedSessions(
  store: Store,
  choice: { readonly sessionId?: string | undefined; readonly idleSince: string },
): Unsummarized[] {
  return store.all<Unsummarized>(sql`
    select session_id as sessionId, project, summary, ${SESSION_COVERS} as covers from sessions s
    where rtrim(summary_covers, '~') is not ${SESSION_COVERS} and (prompt_count > 0 or tool_count > 0)
    and not exists (select 1 from pending_queue where session_id = s.session_id and +status = 'raw')
    and (session_id = ${choice.sessionId} or status = 'closed' or ${LAST_AT} < ${choice.idleSince})
    order by started_at, id`);
}

/** Sums a session up; false, without effect, if more has happened or another process has done so. */
export function keepSummary(store: Store, session: Unsummarized, titles: Partial<SessionFacts> = {}) {
  return store.transaction(() => {
    const facts = { ...sessionFacts(store, session), ...titles };
    const mark = sessionTitle(facts) === sessionTitle({ ...facts, named: "", topic: "" }) ? "" : "~";
    const written = store.value<number>(sql`
      update sessions set title = coalesce(${sessionTitle(facts)}, title),
      summary = coalesce(${summarizeSession(facts)}, summary), summary_covers = ${session.covers + mark}
      where session_id = ${session.sessionId} and ${SESSION_COVERS} = ${session.covers}
      and summary is ${session.summary} returning id`);
    if (written !== undefined) queueForSearch(store, "session", [written]);
    return written !== undefined;
  });
}

/**
 * Sums up and titles anew, after a forget has cleared `rows`, what is left of their sessions and of `sessions`: a
 * client's title may tell what was forgotten. Clears what agents were told of the old summaries, which may have the
 * forgotten words. In the caller's transaction.
 */
export function summarizeAgain(store: Store, rows: readonly SourceRow[], sessions: readonly string[]): void {
  const ids = (table: string) => rows.filter((row) => row.table === table).map(({ id }) => id);
  const affected = store.all<{ id: number; sessionId: string; project: string }>(sql`
    update sessions set summary = null where source is not 'sync' and (id in ${list(ids("sessions"))}
    or summary is not null and (session_id in ${list(sessions)}
    or session_id in (select session_id from prompts where id in ${list(ids("prompts"))}
    union select session_id from pending_queue where id in ${list(ids("pending_queue"))}
    union select session_id from observations where id in ${list(ids("observations"))})))
    returning id, session_id as sessionId, project`);
  clearTellingsOf(store, itemIds("sessions", affected.map(({ id }) => id)));
  for (const session of affected) {
    store.run(sql`
      delete from event_log where session_id = ${session.sessionId} and event = ${PRUNED_EVENT}
      and subject is not null`); // the rest of a pruned summary goes, too
    const facts = sessionFacts(store, session);
    store.run(sql`
      update sessions set title = ${sessionTitle(facts)}, summary_covers = replace(summary_covers, '~', ''),
      summary = ${summarizeSession(facts)} where id = ${session.id}`);
    indexItems(store, "session", [session.id]);
  }
}

export interface LookBackProgress {
  /** The transcript that was read; "" for none. */
  readonly transcript: string;
  /** The offset up to which it was read, in bytes. */
  readonly read: number;
  /** The session's size when the whole session was read; "" before. */
  readonly covers: string;
  readonly strange: number; // how many answers about the next part were undecodable so far
}

export type DueLookBack = ReturnType<typeof dueLookBacks>[number];

/** The event with a session's progress. It has a subject, so that the partial index finds it. */
const LOOK_BACK_EVENT = "look_back";

/**
 * Returns sessions with unread conversation: `sessionId`, then, newest first, those with a prompt since `promptSince` that
 * are closed or had none since `noPromptSince`. `covers`: the present size; `progress`: `undefined` before any reading.
 */
export function dueLookBacks(
  store: Store,
  { sessionId, noPromptSince, promptSince, limit }:
    & Readonly<Record<"noPromptSince" | "promptSince", string>>
    & { readonly sessionId: string | undefined; readonly limit: number },
) {
  return store.all<{ sessionId: string; isUnattended: number; covers: string; data: string | null }>(sql`
    select s.session_id as sessionId, s.is_unattended as isUnattended, ${SESSION_COVERS} as covers, e.data
    from sessions s left join event_log e on e.session_id = s.session_id and e.event = ${LOOK_BACK_EVENT}
    and e.subject is not null where s.prompt_count > 0
    and coalesce(e.data ->> 'covers', '') <> ${SESSION_COVERS} and (s.session_id = ${sessionId} or
    ((s.status = 'closed' or not exists (select 1 from prompts where session_id = s.session_id
    and created_at >= ${noPromptSince})) and exists (select 1 from prompts where session_id = s.session_id
    and created_at >= ${promptSince}))) order by s.session_id = ${sessionId} desc, s.started_at desc
    limit ${limit}`).map(({ data, ...session }) => ({
    ...session,
    progress: data === null ? undefined : JSON.parse(data) as LookBackProgress,
  }));
}

/** Notes how far a session was read. In the transaction that keeps the findings. */
export function noteLookBack(store: Store, sessionId: string, progress: LookBackProgress, at: string): void {
  replaceEvent(store, {
    sessionId,
    event: LOOK_BACK_EVENT,
    subject: progress.transcript,
    data: progress,
    at,
  });
}

/** Lists the texts of a session's memories and candidates, but not of its summary. */
export function bodiesOfSession(store: Store, sessionId: string): string[] {
  return store.column(sql`
    select body from memories where session_id = ${sessionId} and status <> 'deleted'
    and category <> 'SESSION_SUMMARY'`);
}
