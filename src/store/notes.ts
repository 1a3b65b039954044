// Notes: a line with the next prompt that suggests saving what happened in a turn. For stops and prompts.
import { parseTexts } from "./columns.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

export interface NoteDraft {
  /** Clauses about the turn, such as "a run failed, then passed". */
  readonly reasons: readonly string[];
  readonly sessionId: string;
  /** The session's number of prompts when the turn ended: the next prompt finds the note by it. */
  readonly promptCount: number;
  /** Identifies the turn, also if its prompt was counted late. Only the first note of a turn is kept. */
  readonly key: string;
  readonly at: string;
}

/** Makes SQL for the time at which the turn of a session's prompt began. The end of a background task begins one, too. */
export function turnStart(sessionId: string, promptCount: number): Sql {
  return sql`
    (select max(max(created_at), coalesce((select max(created_at) from event_log where session_id = ${sessionId}
    and event = 'hook.task_notification' and subject is not null), '')) from prompts
    where session_id = ${sessionId} and number <= ${promptCount})`;
}

/** The event that notes that a session's agent has updated a memory; the memory itself keeps its former session. */
export const MEMORY_UPDATED = "memory.updated";
/** The event that notes that a session's agent has edited, rejected, forgotten … a memory, which saves nothing. */
export const MEMORY_KNOWN = "memory.known";

/** Notes that a session's agent has changed a memory, so that no hook tells it the change. For known sessions only. */
export function noteOwnChange(store: Store, item: string, sessionId: string | undefined, at: string): void {
  store.run(sql`
    insert into event_log (session_id, event, subject, created_at)
    select session_id, ${MEMORY_KNOWN}, ${item}, ${at} from sessions where session_id = ${sessionId}`);
}

const IS_SAVED = sql`status = 'active' and rejected is null and source in ('agent', 'user')`;

/** SQL: since a moment, a memory or candidate of the session was saved or changed, or an entry has got its lesson. */
export function savedIn(sessionId: Sql, since: Sql): Sql {
  return sql`
    (exists (select 1 from memories m where ${IS_SAVED} and updated_at >= ${since} and m.session_id = ${sessionId})
    or exists (select 1 from asks where session_id = ${sessionId} and outcome = 'saved' and outcome_at >= ${since})
    or exists (select 1 from event_log where session_id = ${sessionId} and event = ${MEMORY_UPDATED}
    and subject is not null and created_at >= ${since})
    or exists (select 1 from ghap where session_id = ${sessionId} and lesson is not null
    and max(resolved_at, coalesce(updated_at, '')) >= ${since}))`;
}

/** SQL: `savedIn`; or a memory of the project was saved by a command, which may not know its session. */
export function hasSaved(sessionId: Sql, since: Sql): Sql {
  return sql`(${savedIn(sessionId, since)} or exists (select 1 from memories where ${IS_SAVED}
    and updated_at >= ${since} and session_id is null
    and project = (select s.project from sessions s where s.session_id = ${sessionId})))`;
}

/** Keeps a note; false if the turn has a note or saved something, or the session was shown `maxPerSession` notes. */
export function keepNote(store: Store, note: NoteDraft, maxPerSession: number): boolean {
  const { sessionId, promptCount, key, reasons, at } = note;
  return store.run(sql`
    insert into notes (session_id, prompt_count, key, reasons, created_at) select ${sessionId},
    ${promptCount}, ${key}, ${reasons}, ${at}
    where not exists (select 1 from notes where session_id = ${sessionId}
    and (key = ${key} or prompt_count = ${promptCount})) and (select count(*) from notes
    where session_id = ${sessionId} and shown_at is not null) < ${maxPerSession}
    and not ${hasSaved(sql`${sessionId}`, turnStart(sessionId, promptCount))}`) > 0;
}

/** Returns, to one caller only, the reasons for a note on the turn before the newest prompt, and deletes them. */
export function takeNote(store: Store, sessionId: string, at: string): readonly string[] | undefined {
  const waiting = store.first<{ id: number; reasons: string }>(sql`
    select id, reasons from notes where session_id = ${sessionId} and shown_at is null
    and prompt_count = (select prompt_count - 1 from sessions where session_id = ${sessionId})`);
  if (waiting === undefined) return undefined;
  const isTaken = store.run(sql`
    update notes set shown_at = ${at}, reasons = '[]' where id = ${waiting.id} and shown_at is null`) > 0;
  return isTaken ? parseTexts(waiting.reasons) : undefined; // else a second install was faster
}

/** Counts the notes that agents were shown, and those after which their session saved a memory or a lesson. */
export function noteTotals(store: Store) {
  return store.first<Record<"shown" | "saved", number>>(sql`
    select count(*) as shown, count(*) filter (where ${savedIn(sql`notes.session_id`, sql`notes.shown_at`)})
    as saved from notes where shown_at is not null`)!;
}
