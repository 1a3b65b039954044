// The rows that are synced: which columns of which tables, and how they are read and written.
import { parseTexts } from "../store/columns.ts";
import { clearRows } from "../store/forget.ts";
import { memoryKeys } from "../memory/memory_text.ts";
import { type Said, saidKey } from "../store/memories.ts";
import { SESSION_COVERS } from "../store/sessions.ts";
import { asRow, type Bindable, join, list, raw, type Sql, sql, type SqlValue } from "../store/sql.ts";
import { comparableText } from "../store/project_values.ts";
import { removeGhap, removeNumbered } from "../store/removal.ts";
import { queueForSearch } from "../store/search_tables.ts";
import type { Store } from "../store/store.ts";
import { retell } from "../store/save_memory.ts";
import { noteArrival, untellItem } from "../store/tellings.ts";
import { LINK, LINK_IN_HISTORY, type Values } from "./merge.ts";

/** The synced part of a table. The reference (`ref`) of a row is its number, or the id of a session. */
interface SyncedTable {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
  /** Columns with JSON lists of texts, whose elements are merged one by one. */
  readonly lists: readonly string[];
  /** The condition for rows that are sent. */
  readonly isLive: Sql;
  /** The condition for rows whose records are not gone; `isLive` unless given. */
  readonly isKept?: Sql;
  readonly changedAt: Sql;
  /** Other columns that `rowOf` needs. */
  readonly beside?: readonly string[];
  /** The values of columns that are not sent, for new rows. */
  readonly fixed?: Readonly<Record<string, SqlValue>>;
}

export type SyncedKind = "memory" | "lesson" | "value" | "session";

/** The synced tables. Captures, prompts, observations and logs never leave the machine. */
export const SYNCED: Readonly<Record<SyncedKind, SyncedTable>> = {
  memory: {
    table: "memories",
    key: "id",
    columns: `project scope category title body evidence source confidence status session_id created_at
      rejected`.split(/\s+/),
    lists: ["files", "recall_when"],
    // Only candidates with a record are synced, such as texts that lost a merge.
    isLive:
      sql`(status in ('active', 'superseded') or (status = 'candidate' and exists (select 1 from sync_records r
      where r.kind = 'memory' and r.ref = cast(memories.id as text))))`,
    changedAt: sql`updated_at`,
    beside: ["author", "superseded_by"],
  },
  lesson: {
    table: "ghap",
    key: "id",
    columns: `session_id project domain strategy goal hypothesis action prediction expects expects_of status
      result surprise root_cause lesson auto_captured confidence_tier iterations created_at resolved_at evidence`
      .split(/\s+/),
    lists: [],
    isLive: sql`status <> 'active'`,
    isKept: sql`true`, // an entry that was made active again will end again
    changedAt: sql`coalesce(resolved_at, created_at)`, // a lesson that is added later gets a later stamp all the same
  },
  value: {
    table: "project_values",
    key: "id",
    columns: ["project", "text", "created_at"],
    lists: ["recall_when"],
    isLive: sql`true`,
    changedAt: sql`created_at`,
  },
  session: {
    table: "sessions",
    key: "session_id",
    columns: "session_id project title summary started_at ended_at prompt_count tool_count".split(" "),
    lists: [],
    isLive: sql`summary is not null and is_unattended = 0`,
    changedAt: sql`coalesce(ended_at, started_at)`,
    fixed: { status: "closed", source: "sync" },
  },
};

export interface SyncedRow extends Values {
  readonly ref: string;
  /** The author of a memory that came from a team. */
  readonly author: string | null;
  /** The number of the row that has replaced this one. The name of that row's record is sent instead. */
  readonly link: number | null;
}

type Raw = Record<string, SqlValue>;

const READ_AT_ONCE = 500;

/** Reads all synced rows in portions, last added first: mostly a row follows the one that has replaced it. */
export function* liveRows(store: Store, kind: SyncedKind): Generator<readonly SyncedRow[]> {
  for (let before = Number.MAX_SAFE_INTEGER;;) {
    const rows: Raw[] = store.all<Raw>(sql`
      select id, ${selected(kind)} where id < ${before} and ${SYNCED[kind].isLive} order by id desc
      limit ${READ_AT_ONCE}`);
    yield rows.map((row) => rowOf(kind, row));
    if (rows.length < READ_AT_ONCE) return;
    before = Number(rows.at(-1)!.id);
  }
}

/** Returns the row, if it is sent. */
export function liveRow(store: Store, kind: SyncedKind, ref: string): SyncedRow | undefined {
  return rowWhere(store, kind, ref, SYNCED[kind].isLive);
}

/** Returns the row, if its record is not gone. */
export function keptRow(store: Store, kind: SyncedKind, ref: string): SyncedRow | undefined {
  const { isLive, isKept = isLive } = SYNCED[kind];
  return rowWhere(store, kind, ref, isKept);
}

function rowWhere(store: Store, kind: SyncedKind, ref: string, where: Sql): SyncedRow | undefined {
  const found = store.first<Raw>(sql`select ${selected(kind)} where ${isRow(kind, ref)} and ${where}`);
  return found === undefined ? undefined : rowOf(kind, found);
}

/** Writes what came from another machine into a row or a new one, and returns its reference. */
export function writeRow(store: Store, kind: SyncedKind, ref: string | undefined, row: Values): string {
  const { table, key, columns, lists, fixed } = SYNCED[kind];
  // `linkMemories` writes the link later, when all records have arrived.
  const unlinked = row.fields[LINK] === undefined ? {} : { [LINK]: null };
  const more = kind === "memory" ? { updated_at: new Date(row.changedAt).toISOString(), ...unlinked } : {};
  const values: Readonly<Record<string, Bindable>> = { ...row.fields, ...row.lists, ...more };
  const names = [...columns, ...lists, ...Object.keys(more)].filter((name) => values[name] !== undefined);
  const isNewRule = values.category === "PREFERENCE" && !saysTheSame(store, ref, row);
  let written = ref;
  if (ref !== undefined && store.has(sql`select 1 from ${raw(table)} where ${isRow(kind, ref)}`)) {
    const now = new Date().toISOString();
    if (kind === "memory") retell(store, Number(ref), row.fields, now);
    if (values.status === "superseded") untellItem(store, `m${ref}`, now); // running sessions are told what holds now
    const sets = names.map((name) => sql`${raw(name)} = ${values[name]}`);
    store.run(sql`update ${raw(table)} set ${join(sets)} where ${isRow(kind, ref)}`);
  } else {
    const all = { ...Object.fromEntries(names.map((name) => [name, values[name]])), ...fixed };
    written = String(store.value<SqlValue>(sql`
      insert into ${raw(table)} ${asRow(all)} returning ${raw(key)}`));
  }
  if (kind === "session") finishSession(store, written!);
  if (isNewRule) noteArrival(store, `m${written}`, new Date().toISOString());
  return written!;
}

/** Tells whether a memory is here with the words, the category and the status that have arrived. */
function saysTheSame(store: Store, ref: string | undefined, { fields }: Values): boolean {
  const { title = null, body, category, status } = fields;
  return store.has(sql`
    select 1 from memories where id = ${Number(ref)} and title is ${title} and body is ${body}
    and category is ${category} and status is ${status}`);
}

/** Marks the summary of another machine's session as complete: nothing here could improve it. */
function finishSession(store: Store, ref: string): void {
  store.run(sql`
    update sessions set summary_covers = ${SESSION_COVERS} where session_id = ${ref} and source = 'sync'`);
  queueForSearch(store, "session", store.column(sql`select id from sessions where session_id = ${ref}`));
}

/**
 * Removes a row that is gone on another machine, and what agents were told of it. Of a session that ran elsewhere, it
 * removes title and summary; of one that ran here, nothing (`false`). Memories have `forgetMemories` and `clearTexts`.
 */
export function removeRow(store: Store, kind: Exclude<SyncedKind, "memory">, ref: string): boolean {
  const { table } = SYNCED[kind];
  const copies = store.column<number>(sql`
    select id from sessions where session_id = ${ref} and source = 'sync'`);
  if (kind === "session") clearRows(store, copies.map((id) => ({ table, id })));
  else if (kind === "lesson") removeGhap(store, [Number(ref)]);
  else removeNumbered(store, table, [Number(ref)]);
  return kind !== "session" || copies.length > 0;
}

function selected(kind: SyncedKind): Sql {
  const { table, key, columns, lists, changedAt, beside = [] } = SYNCED[kind];
  return sql`
    cast(${raw(key)} as text) as ref, ${changedAt} as changed_at,
    ${raw([...columns, ...lists, ...beside].join(", "))} from ${raw(table)}`;
}

function isRow(kind: SyncedKind, ref: string): Sql {
  const { key } = SYNCED[kind];
  return key === "id" ? sql`id = ${Number(ref)}` : sql`session_id = ${ref}`;
}

function rowOf(kind: SyncedKind, row: Raw): SyncedRow {
  const { columns, lists } = SYNCED[kind];
  return {
    ref: String(row.ref),
    fields: Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
    lists: Object.fromEntries(lists.map((name) => [name, parseTexts(String(row[name] ?? "[]"))])),
    changedAt: Date.parse(String(row.changed_at)) || 0,
    author: (row.author ?? null) as string | null,
    link: (row.superseded_by ?? null) as number | null,
  };
}

export function setMemoryAuthor(store: Store, ref: string, author: string | null): void {
  store.run(sql`update memories set author = ${author} where id = ${Number(ref)}`);
}

/** Links replaced memories to their replacements, by the same author, whose records have arrived. */
export function linkMemories(store: Store, space: string): void {
  const found = store.all<{ id: number; to: number }>(sql`
    select m.id, cast(t.ref as integer) as "to" from memories m
    cross join sync_records s on s.kind = 'memory' and s.ref = cast(m.id as text) and s.hash is null
    cross join sync_records t on t.space = s.space and t.record = json_extract(s.history, ${LINK_IN_HISTORY})
    where m.status = 'superseded' and m.superseded_by is null and s.space = ${space} and t.kind = 'memory'
    and t.hash is null and cast(t.ref as integer) > 0 and t.author is s.author`);
  for (const { id, to } of found) store.run(sql`update memories set superseded_by = ${to} where id = ${id}`);
}

/** Finds the value of a project (`null`: of all projects) with a text that `storeValue` takes for the same. */
export function valueSaying(store: Store, project: string | null, text: string) {
  return store.first<{ id: number }>(sql`
    select id from project_values where project is ${project}
    and ${comparableText(sql`text`)} = ${comparableText(sql`${text}`)} order by id limit 1`);
}

/** Tells whether just this memory was forgotten here: another one with its words has another time or project. */
export function wasForgotten(
  store: Store,
  { project, body, created_at }: Readonly<{ project: string | null; body: string; created_at: string }>,
): boolean {
  return store.has(sql`
    select 1 from forgotten_memories join memories on id = memory_id where key in ${list(memoryKeys(body))}
    and status = 'deleted' and project is ${project} and created_at = ${created_at}`);
}

/** Returns this user's active memories by text, project, scope and category (`saidKey`). */
export function memoriesByText(store: Store) {
  const rows = store.all<Said & { id: number }>(sql`
    select id, project, scope, category, body from memories
    where status = 'active' and author is null`);
  return Map.groupBy(rows, saidKey);
}
