import { ghapId } from "../ghap/ghap_id.ts";
import type { Lesson, RootCause } from "../ghap/ghap_types.ts";
import type { GhapRow } from "./ghap.ts";
import { INDEXED_AS, parseColumn, parseList } from "./columns.ts";
import { clearMemory } from "./forget.ts";
import type { MemoryRow } from "./memories.ts";
import { unindexItems } from "./search_index.ts";
import { SESSION_COVERS } from "./sessions.ts";
import { list, raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { clearTellingsOf } from "./tellings.ts";

/** Removes these rows, from the search index too; returns how many. In the caller's transaction. */
export function removeNumbered(store: Store, table: string, ids: readonly number[]): number {
  const kind = INDEXED_AS[table];
  if (kind !== undefined) unindexItems(store, kind, ids);
  if (kind === "session") removeLateDetails(store, ids);
  return store.run(sql`delete from ${raw(table)} where rowid in ${list(ids)}`);
}

/**
 * Removes the details that a hook kept of these sessions while they were being removed: without their rows nobody would
 * find them any more.
 */
function removeLateDetails(store: Store, sessions: readonly number[]): void {
  for (const table of DETAIL_TABLES) {
    if (table === "event_log") continue; // has no index by session, and nothing of what was said or done
    const ids = store.column<number>(sql`
      select id from ${raw(table)} where session_id in (select session_id from sessions
      where id in ${list(sessions)})`);
    removeNumbered(store, table, ids);
  }
}

/**
 * The tables with the details of a session. Memories and lessons are not details: they outlive the session. The queue
 * comes behind the tables that name its rows, as their numbers may be given again.
 */
export const DETAIL_TABLES: readonly string[] = [
  "repairs",
  "command_runs",
  "file_changes",
  "observations",
  "pending_queue",
  "prompts",
  "event_log",
  "asks",
  "notes",
  "injections",
  "tellings",
];

/** Rows that are looked at, and bytes of them removed, under the lock at once: a hook waits no longer than 45 ms. */
const LOOKED_AT = 2000;
const REMOVED_AT_ONCE = 200;

export interface Doomed {
  readonly sessions: ReadonlySet<string>;
  /** ISO 8601; what came in later stays. Absent: nothing does. */
  readonly until?: string | undefined;
}

/**
 * Removes the rows of these sessions among the next rows of a table. By number and not by session, as most of these
 * tables have no index by session: one walk serves a thousand sessions. Under one lock: a number that another removal
 * has freed goes to the next row that a hook writes. Returns how many went, and the last row that was seen; `undefined`
 * where that was the last of the table.
 */
export function removeDetails(
  store: Store,
  table: string,
  { sessions, until, after }: Doomed & { readonly after: number },
) {
  return store.transaction(() => {
    const rows = store.all<{ id: number; session_id: string; created_at: string }>(sql`
      select id, session_id, created_at from ${raw(table)} where id > ${after}
      order by id limit ${LOOKED_AT}`);
    const doomed = rows.filter(({ session_id, created_at }) =>
      sessions.has(session_id) && (until === undefined || created_at <= until)
    ).slice(0, REMOVED_AT_ONCE);
    removeNumbered(store, table, doomed.map(({ id }) => id));
    const isCut = doomed.length === REMOVED_AT_ONCE;
    const last = isCut ? doomed.at(-1) : rows.at(-1);
    return { at: isCut || rows.length === LOOKED_AT ? last?.id : undefined, removed: doomed.length };
  });
}

/** A session may be gone on with for weeks after it began, and without an end. */
const LAST_AT = sql`max(started_at, coalesce(last_started_at, ''), coalesce(ended_at, ''),
  coalesce((select max(created_at) from prompts p where p.session_id = s.session_id), ''),
  coalesce((select max(created_at) from pending_queue q where q.session_id = s.session_id), ''))`;

/** Sessions with prompts or captures that have rested since before a moment, the longest first. */
export function restingSessions(
  store: Store,
  { before, project }: { readonly before: string; readonly project: string | undefined },
): { readonly session_id: string; readonly last_at: string }[] {
  return store.all(sql`
    with seen as (select session_id, id, ${LAST_AT} as last_at from sessions s
    where (${project} is null or project = ${project}) and (exists (select 1 from prompts p
    where p.session_id = s.session_id) or exists (select 1 from pending_queue q
    where q.session_id = s.session_id))) select session_id, last_at from seen where last_at < ${before}
    order by last_at, id`);
}

/** Sessions of which something was captured that no observation and no summary covers yet. */
export function unprocessedSessions(store: Store): ReadonlySet<string> {
  return new Set(store.column<string>(sql`
    select session_id from sessions where (prompt_count > 0 or tool_count > 0)
    and summary_covers is not ${SESSION_COVERS} union select session_id from pending_queue
    where status = 'raw'`));
}

/** The bytes of what was captured, by session. */
export function capturedBytes(store: Store): ReadonlyMap<string, number> {
  const rows = store.all<{ session_id: string; bytes: number }>(
    "select session_id, sum(octet_length(payload)) as bytes from pending_queue group by session_id",
  );
  return new Map(rows.map(({ session_id, bytes }) => [session_id, bytes]));
}

/**
 * Lists the results of a session that are none of its details, by numbers; of memories those in use, and those that
 * were replaced.
 */
export function outcomesOf(store: Store, sessionId: string) {
  const own = sql`select id from memories where session_id = ${sessionId} and status`;
  return {
    memories: store.column<number>(sql`${own} in ('active', 'superseded') order by id`),
    candidates: store.column<number>(sql`${own} = 'candidate' order by id`),
    predictions: store.column<number>(sql`select id from ghap where session_id = ${sessionId} order by id`),
  };
}

/** Forgets the candidates of a session, as memories are forgotten. */
export function forgetCandidates(store: Store, sessionId: string, at: string): void {
  store.transaction(() => {
    const candidates = store.all<Pick<MemoryRow, "id" | "category" | "body">>(sql`
      select id, category, body from memories where session_id = ${sessionId} and status = 'candidate'`);
    for (const candidate of candidates) clearMemory(store, candidate, at);
  });
}

/** Forgets who made which call of a session, what it was shown, and where it was itself brought back. */
export function removeMentions(store: Store, row: number, sessionId: string): void {
  store.run(sql`delete from tool_callers where session_id = ${sessionId}`);
  store.run(sql`delete from ghap_premortems where session_id = ${sessionId}`);
  store.run(sql`delete from injections where item = ${`s${row}`}`);
  store.run(sql`delete from openings where session_id = ${sessionId} or item = ${`s${row}`}`);
  clearTellingsOf(store, [`s${row}`]);
}

/** Shorter ones stand in many a text that has nothing to do with the entry. */
const LEAST_GHAP_UNITS = 12;

/** The texts by which copies of an entry are found: its thoughts and lessons, as its actions stand everywhere. */
export function ghapTexts(entry: GhapRow): string[] {
  const lesson = parseColumn<Partial<Lesson>>(entry.lesson);
  const cause = parseColumn<Partial<RootCause>>(entry.root_cause);
  const texts = [
    entry.hypothesis,
    entry.surprise,
    cause?.description,
    lesson?.what_worked,
    lesson?.takeaway,
  ].map((text) => text?.trim() ?? "");
  return [...new Set(texts)].filter((text) => text.length >= LEAST_GHAP_UNITS);
}

/** Removes these entries, their words in the index, that they were brought back, and values' mention of them. */
export function removeGhap(store: Store, rows: readonly number[]): void {
  store.transaction(() => {
    removeNumbered(store, "ghap", rows);
    store.run(sql`delete from injections where item in ${list(rows.map(ghapId))}`);
    store.run(sql`delete from openings where item in ${list(rows.map(ghapId))}`);
    clearTellingsOf(store, rows.map(ghapId));
    for (const { id, sources } of valueSources(store)) {
      const left = sources.filter((source) => !rows.includes(source));
      if (left.length === sources.length) continue;
      store.run(sql`update project_values set sources = ${left} where id = ${id}`);
    }
  });
}

/** The numbers of the values that name this entry as a source, or that say one of its texts. */
export function valuesFrom(store: Store, entry: GhapRow): number[] {
  const texts = ghapTexts(entry).map((text) => text.toLowerCase());
  return valueSources(store).filter(({ text, sources }) =>
    sources.includes(entry.id) || texts.some((one) => text.toLowerCase().includes(one))
  ).map(({ id }) => id);
}

function valueSources(store: Store): { id: number; text: string; sources: number[] }[] {
  return store.all<{ id: number; text: string; sources: string }>(
    "select id, text, sources from project_values order by id",
  ).map((row) => ({ ...row, sources: parseList<number>(row.sources) }));
}
