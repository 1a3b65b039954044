// Removes rows with all that refers to them, and prunes old ones: for `prune`, `restore`, `forget` and retention.
import { privateSubject } from "../base/writes.ts";
import { INDEXED_AS, itemIds, LEAST_PAYLOAD, PRUNED_PAYLOAD } from "./columns.ts";
import { clearMemories, clearRows, dropTraces, renewSaved } from "./forget.ts";
import type { MemoryRow } from "./memories.ts";
import { comparableText } from "./project_values.ts";
import { unindexItems } from "./search_index.ts";
import { LAST_AT, SESSION_COVERS } from "./sessions.ts";
import { list, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { clearTellingsOf } from "./tellings.ts";
import { within } from "./captures.ts";

/** Deletes rows, with their places in the index, in traces and in records of what was told; returns how many. */
export function removeNumbered(store: Store, table: string, ids: readonly number[]): number {
  const kind = INDEXED_AS[table];
  if (kind !== undefined) unindexItems(store, kind, ids);
  if (kind === "session") removeLateDetails(store, ids);
  const items = itemIds(table, ids);
  for (const mentions of ["injections", "openings", "not_here"]) {
    store.run(sql`delete from ${raw(mentions)} where item in ${list(items)}`);
  }
  clearTellingsOf(store, items);
  dropTraces(store, table, ids);
  const removed = store.run(sql`delete from ${raw(table)} where rowid in ${list(ids)}`);
  if (table === "pending_queue") { // a new capture gets the number after the last row, and is not learnt yet
    store.run(sql`
      update sessions set learnt_to = last.id from (select coalesce(max(id), 0) as id from pending_queue) as last
      where learnt_to > last.id`);
  }
  return removed;
}

/** Deletes rows that hooks added while these sessions were being removed; later nobody would find them. */
function removeLateDetails(store: Store, sessions: readonly number[]): void {
  const isOwn = sql`session_id in (select session_id from sessions where id in ${list(sessions)})`;
  for (const table of DETAIL_TABLES) {
    if (table === "event_log") continue; // not indexed by session, and without words of the session
    removeNumbered(store, table, store.column(sql`select id from ${raw(table)} where ${isOwn}`));
  }
  for (const table of ["tool_callers", "ghap_premortems", "openings"]) {
    store.run(sql`delete from ${raw(table)} where ${isOwn}`);
  }
}

/** Tables of captures and tellings. `pending_queue` follows the tables that have its numbers, which may be reused. */
export const CAPTURED_TABLES: readonly string[] =
  "observations pending_queue prompts event_log asks notes injections tellings".split(" ");

/** The captured tables, and those with what was learnt from them. Memories and lessons outlive the session. */
export const DETAIL_TABLES: readonly string[] = ["repairs", "command_runs", ...CAPTURED_TABLES];

const LOOKED_AT = 2000; // the most rows that one transaction reads
const REMOVED_AT_ONCE = 200; // the most rows that it deletes, as a hook waits at most 45 ms for the lock

export interface Doomed {
  readonly sessions: ReadonlySet<string>;
  /** ISO 8601; later rows stay. Absent: no row stays. */
  readonly until?: string | undefined;
}

/**
 * Deletes the rows of these sessions among the next rows, by number, for any number of sessions and without an index.
 * In one transaction, as a freed number may be given again. `at`: the last row read; `undefined` at the end.
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

/** Returns sessions with prompts or captures in which nothing has happened since `before`. */
export function restingSessions(
  store: Store,
  { before, project }: { readonly before: string; readonly project: string | undefined },
): string[] {
  return store.column(sql`
    select session_id from sessions s where (${project} is null or project = ${project})
    and (exists (select 1 from prompts p where p.session_id = s.session_id)
    or exists (select 1 from pending_queue q where q.session_id = s.session_id)) and ${LAST_AT} < ${before}`);
}

/** Returns the sessions with captures that are not processed, or whose summary is out of date. */
export function unprocessedSessions(store: Store): ReadonlySet<string> {
  return new Set(store.column<string>(sql`
    select session_id from sessions where (prompt_count > 0 or tool_count > 0)
    and rtrim(summary_covers, '~') is not ${SESSION_COVERS} union select session_id from pending_queue
    where status = 'raw'`));
}

export function candidateCount(store: Store, sessionId: string): number {
  return store.value<number>(sql`
    select count(*) from memories where session_id = ${sessionId} and status = 'candidate'`)!;
}

/** Drops the candidates of a session for good. Their words stay in what outlives it, such as its entries. */
export function forgetCandidates(store: Store, sessionId: string, at: string): void {
  const candidates = sql`select * from memories where session_id = ${sessionId} and status = 'candidate'`;
  store.transaction(() => clearMemories(store, store.all<MemoryRow>(candidates), at));
}

/** Deletes these entries, also as sources of values. */
export function removeGhap(store: Store, rows: readonly number[]): void {
  store.transaction(() => {
    const gone = store.all<Pick<MemoryRow, "session_id">>(sql`
      select session_id from ghap where id in ${list(rows)}`);
    removeNumbered(store, "ghap", rows);
    renewSaved(store, gone);
    store.run(sql`
      update project_values set sources = (select json_group_array(value) from json_each(sources)
      where value not in ${list(rows)})
      where exists (select 1 from json_each(sources) where value in ${list(rows)})`);
  });
}

/** Clears a wrong repair, and others of its project with its fix for one of its errors (`e…`). Returns its row first. */
export function forgetRepair(store: Store, row: number): readonly number[] {
  const same = store.column<number>(sql`
    select o.id from repairs r join repairs o on (o.worked -> '$.commands', o.worked -> '$.files') = (r.worked ->
    '$.commands', r.worked -> '$.files') join sessions s on s.session_id = r.session_id join sessions t on t.session_id =
    o.session_id and t.project = s.project where r.id = ${row} and (o.id = r.id or exists (select 1 from repair_marks where
    repair = o.id and mark glob 'e*' and mark in (select value from json_each(r.marks)))) order by o.id <> r.id, o.id`);
  store.transaction(() => clearRows(store, same.map((id) => ({ table: "repairs", id }))));
  return same;
}

/** A table whose triggers note each removed row by its id and a mark, in `removed_rows`. */
interface Noted {
  readonly table: "memories" | "ghap" | "project_values" | "sessions";
  /** The column that tells a row from one of another database with the same number; by default `created_at`. */
  readonly mark?: Sql;
  /** The words of the row. A row of the copy stays if a row of the database has these words: they are wanted. */
  readonly said?: Sql;
}

const NOTED: readonly Noted[] = [
  { table: "memories", said: sql`json_array(project, scope, category, body)` },
  { table: "ghap" },
  { table: "project_values", said: sql`json_array(project, ${comparableText(sql`text`)})` },
  { table: "sessions", mark: sql`session_id` }, // the same session may have gone on since
];

/** Removes from an older copy the rows that the database has removed since, and notes them as removed. */
export function removeAgain(copy: Store, store: Store): number {
  const known = copy.map<string, string>("select item || ' ' || mark, removed_at from removed_rows");
  const since = store.all<Record<"key" | "item" | "mark" | "removed_at", string>>(
    "select item || ' ' || mark as key, item, mark, removed_at from removed_rows",
  ).filter(({ key, removed_at }) => removed_at > (known.get(key) ?? ""));
  const removed = new Set(since.map(({ key }) => key));
  let count = 0;
  for (const noted of NOTED) {
    const here = rowsOf(store, noted);
    const keys = new Set(here.map(({ key }) => key));
    const said = new Set(here.flatMap((row) => row.said ?? []));
    const back = rowsOf(copy, noted)
      .filter((row) => removed.has(row.key) && !keys.has(row.key) && !said.has(row.said ?? ""));
    const { table } = noted;
    const gone = back.map(({ id }) => id);
    if (table === "sessions") {
      copy.run(sql`
        delete from event_log
        where session_id in (select session_id from sessions where id in ${list(gone)})`);
    }
    if (table === "ghap") removeGhap(copy, gone);
    else removeNumbered(copy, table, gone);
    count += gone.length;
  }
  for (const { item, mark, removed_at } of since) {
    copy.run(sql`
      insert or replace into removed_rows (item, mark, removed_at) values (${item}, ${mark}, ${removed_at})`);
  }
  return count;
}

function rowsOf(store: Store, { table, mark = sql`created_at`, said = sql`null` }: Noted) {
  return store.all<{ id: number; mark: string; said: string | null }>(sql`
    select id, ${mark} as mark, ${said} as said from ${raw(table)}`)
    .map((row) => ({ ...row, key: `${itemIds(table, [row.id])[0]} ${row.mark}` }));
}

/**
 * Prunes the next processed captures from before a moment, imported ones by the time of their import; returns how many.
 * Keeps the mark of forgotten ones, for later restores. Looks at all, as a restore, an import or a wrong clock may have
 * added old ones (0.3 s for a million). Names every priority, because the index begins with status and priority.
 */
export function prunePayloads(
  store: Store,
  before: string,
  { maxRows, maxBytes }: { readonly maxRows: number; readonly maxBytes: number },
): number {
  const found = store.all<{ id: number; bytes: number }>(sql`
    select id, octet_length(payload) as bytes from pending_queue
    where status in ('processed', 'skipped') and priority in ('high', 'normal', 'low')
    and created_at < ${before} and octet_length(payload) > ${LEAST_PAYLOAD}
    and session_id not in (select session_id from sessions where imported_at >= ${before}) limit ${maxRows}`);
  const taken = within(found, maxBytes);
  if (taken.length === 0) return 0;
  return store.transaction(() => {
    // Checks time and status again: a freed number may belong to a new row by now.
    const pruned = store.run(sql`
      update pending_queue set payload = ${PRUNED_PAYLOAD}, id = -id
      where id in ${list(taken)} and created_at < ${before} and status <> 'raw'`);
    // The rows went away and come back, as SQLite merges pages that rows leave, but none in which rows shrink.
    store.run("update pending_queue set id = -id where id < 0");
    return pruned;
  });
}

/** Removes old hook events; keeps those that tell a replay of a private prompt. Finds first: deleting delays hooks. */
export function pruneEvents(store: Store, before: string, maxRows: number): number {
  const own = privateSubject("*");
  const isOld = sql`created_at < ${before} and event glob 'hook.*' and ifnull(subject, '') not glob ${own}`;
  const found = store.column<number>(sql`select id from event_log where ${isOld} limit ${maxRows}`);
  if (found.length === 0) return 0;
  return store.run(sql`delete from event_log where id in ${list(found)} and ${isOld}`);
}

/** Removes old asks, notes, marks of shown premortems, and callers of mneme's tools. */
export function pruneSessionState(store: Store, before: string): number {
  return store.transaction(() =>
    store.run(sql`delete from asks where created_at < ${before}`) +
    store.run(sql`delete from notes where created_at < ${before}`) +
    store.run(sql`delete from ghap_premortems where shown_at < ${before}`) +
    store.run(sql`delete from tool_callers where created_at < ${before}`)
  );
}

/** Removes the names of drained files that the spool no longer has. Calls `present` while nobody else can drain one. */
export function pruneDrained(store: Store, present: () => readonly string[]): number {
  return store.transaction(() =>
    store.run(sql`delete from drained_spool where name not in ${list(present())}`)
  );
}

/** Gives at most `pages` free pages back to the disk in one short transaction; returns how many are left. */
export function giveBackPages(store: Store, pages: number): number {
  store.all(`pragma incremental_vacuum(${Math.trunc(pages)})`); // it returns a row for each page, and `exec` would stop after the first
  return store.value<number>("pragma freelist_count")!;
}
