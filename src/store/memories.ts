// The table of memories: rows, drafts and queries. For everything that saves, finds or shows memories.
import { hashText } from "../base/hash.ts";
import { type MemoryCategory, memoryId, memoryKeys } from "../memory/memory_text.ts";
import { parseTexts } from "./columns.ts";
import { logEvent } from "./event_log.ts";
import { bound, every, list, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { clearTellingsOf } from "./tellings.ts";

export type MemorySource = "triage" | "user" | "agent" | "import";
export type MemoryStatus = "candidate" | "active" | "superseded" | "deleted"; // a deleted one has no texts

export interface MemoryRow {
  readonly id: number;
  /** The project; `null` for one that holds everywhere. */
  readonly project: string | null;
  readonly scope: "project" | "user";
  readonly category: MemoryCategory;
  readonly title: string | null;
  readonly body: string; // "" for a forgotten one
  /** JSON, written by `encodeEvidence`. */
  readonly evidence: string | null;
  readonly source: MemorySource;
  readonly confidence: number; // from 0 to 1
  readonly status: MemoryStatus;
  readonly superseded_by: number | null;
  readonly session_id: string | null;
  readonly files: string; // a JSON list
  /** A JSON list of phrases, by which it is found and which are never shown as its text. */
  readonly recall_when: string;
  /** Why its matter was tried and dropped ("" without a reason); `null` if it was not. */
  readonly rejected: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_used_at: string | null;
  readonly use_count: number;
  /** The teammate who wrote it; `null` for the user's own. */
  readonly author: string | null;
}

/** The place where a memory holds: one project, or all of this user's. */
export type MemoryPlace = Pick<MemoryRow, "scope" | "project">;

/** A statement with its place: the same words in the same place and category are the same memory. */
export type Said = Readonly<Record<"scope" | "category" | "body", string>> & Pick<MemoryRow, "project">;

export function saidKey({ project, scope, category, body }: Said): string {
  return hashText([project, scope, category, body].map(bound).join("\0"));
}

/** A memory to be kept; its texts are clean. */
export interface MemoryDraft
  extends MemoryPlace, Pick<MemoryRow, "category" | "title" | "body" | "evidence" | "source" | "confidence"> {
  readonly sessionId: string | null;
  readonly files: readonly string[];
  readonly recallWhen?: readonly string[];
}

export interface MemoryFilter {
  /** Only this project's and the user's own; by default every project's. */
  readonly project?: string | undefined;
  readonly category?: MemoryCategory | undefined;
  readonly status: MemoryStatus;
  readonly since?: string | undefined; // only those changed at this moment or later, ISO 8601
  readonly author?: string | undefined;
  /** Only those that lack something, such as `LACKS_TITLE`. */
  readonly lacks?: Sql;
}

/** Selects candidates that wait for a person. Summaries do not wait, because they are not kept as memories. */
export const IS_WAITING = sql`status = 'candidate' and category <> 'SESSION_SUMMARY'`;

/** Selects the user's memories without phrases; summaries need none. */
export const LACKS_PHRASES = sql`recall_when = '[]' and category <> 'SESSION_SUMMARY' and author is null`;

/** Selects the user's memories without a title; they are told by the first clause of their body. */
export const LACKS_TITLE = sql`coalesce(title, '') = '' and category <> 'SESSION_SUMMARY' and author is null`;

/** Selects memories without phrases or without a title, for the tool `enrich_memories`. */
export const LACKS_ANY = sql`(${LACKS_PHRASES} or ${LACKS_TITLE})`;

export const MEMORY_COLUMNS =
  sql`id, project, scope, category, title, body, evidence, source, confidence, status, superseded_by,
      session_id, files, recall_when, rejected, created_at, updated_at, last_used_at, use_count, author`;

function isWanted(wanted: MemoryFilter): Sql {
  const { project, category, status, since, author, lacks } = wanted;
  return every(
    sql`status = ${status}`,
    project !== undefined && sql`(project = ${project} or scope = 'user')`,
    category !== undefined && sql`category = ${category}`,
    category === undefined && status === "candidate" && IS_WAITING,
    lacks,
    author !== undefined && sql`author = ${author}`,
    since !== undefined && sql`updated_at >= ${since}`,
  );
}

/** Returns memories that fit, last changed first, candidates surest first. Reads only the returned rows whole. */
export function findMemories(
  store: Store,
  { limit, offset = 0, ...filter }: MemoryFilter & { readonly limit: number; readonly offset?: number },
): MemoryRow[] {
  const order = filter.status === "candidate" ? sql`confidence desc, id desc` : sql`updated_at desc, id desc`;
  return store.all<MemoryRow>(sql`
    select ${MEMORY_COLUMNS} from memories where id in (select id from memories where ${isWanted(filter)}
    order by ${order} limit ${limit} offset ${offset}) order by ${order}`);
}

export function countMemories(store: Store, filter: MemoryFilter): number {
  return store.value<number>(sql`select count(*) from memories where ${isWanted(filter)}`) ?? 0;
}

/** Returns the memory with this number, even a forgotten one. */
export function memoryByRow(store: Store, row: number): MemoryRow | undefined {
  return store.first<MemoryRow>(sql`select ${MEMORY_COLUMNS} from memories where id = ${row}`);
}

/** Returns a row with its lists decoded, to be kept anew. */
export function redraft<Row extends Pick<MemoryRow, "session_id" | "files" | "recall_when">>(row: Row) {
  const lists = { files: parseTexts(row.files), recallWhen: parseTexts(row.recall_when) };
  return { ...row, ...lists, sessionId: row.session_id };
}

/** Returns a memory for JSON: the columns of its row in their order, with ids such as `m12` and with lists. */
export function memoryView(row: MemoryRow) {
  return {
    ...row,
    id: memoryId(row.id),
    superseded_by: row.superseded_by === null ? null : memoryId(row.superseded_by),
    files: parseTexts(row.files),
    recall_when: parseTexts(row.recall_when),
  };
}

/** Returns the numbers in this range, both ends included, of the memories that fit. */
export function memoriesBetween(store: Store, [from, to]: readonly [number, number], filter: MemoryFilter) {
  return store.column<number>(sql`
    select id from memories where id between ${from} and ${to} and ${isWanted(filter)} order by id`);
}

/** Returns the active or superseded memories that were imported on this `origin` (a machine); others came by sync. */
export function importedMemories(store: Store, origin: string): MemoryRow[] {
  return store.all<MemoryRow>(sql`
    select ${MEMORY_COLUMNS} from memories m where source = 'import' and status in ('active', 'superseded')
    and coalesce((select max(json_extract(history, '$.fields.created_at[0]') like ${`%-${origin}`})
    from sync_records where kind = 'memory' and ref = cast(m.id as text)), true)`);
}

/** Returns the memories that this one has replaced, by number. */
export function replacedBy(store: Store, row: number): number[] {
  return store.column<number>(sql`select id from memories where superseded_by = ${row} order by id`);
}

export type ComparableMemory = Pick<MemoryRow, "id" | "title" | "body" | "source" | "status" | "rejected">;

const COMPARED = 500; // the most memories of a status that are compared, the newest: the caller waits

/** Returns the user's newest memories of the draft's category and place: active ones, then candidates. */
export function comparableMemories(store: Store, draft: MemoryDraft): ComparableMemory[] {
  return ownOfSameKind(store, draft, sql`order by created_at desc limit ${COMPARED}`);
}

/** Finds the user's own memories with the draft's words, however old. `addCandidate` has no time for this. */
export function memoriesWithWords(store: Store, draft: MemoryDraft): ComparableMemory[] {
  return ownOfSameKind(store, draft, sql`and body = ${draft.body}`);
}

function ownOfSameKind(store: Store, draft: MemoryDraft, rest: Sql): ComparableMemory[] {
  const { project, scope, category, sessionId } = draft;
  const isOther = category !== "SESSION_SUMMARY"; // a summary is compared only with those of its session
  return ["active", "candidate"].flatMap((status) =>
    store.all<ComparableMemory>(sql`
    select id, title, body, source, status, rejected from memories where project is ${project} and status = ${status}
    and author is null and scope = ${scope} and category = ${category} and (${isOther} or session_id is ${sessionId})
    ${rest}`)
  );
}

/** Tells whether a memory that had just these words, at the end or before an edit, was forgotten. */
export function isForgotten(store: Store, text: string): boolean {
  return store.has(sql`select 1 from forgotten_memories where key in ${list(memoryKeys(text))}`);
}

/** Ends the forgetting of these words, as they are saved again. A copied row has a key of 16 characters and an id. */
export function unforget(store: Store, text: string): void {
  store.run(sql`delete from forgotten_memories where substr(key, 1, 16) in ${list(memoryKeys(text))}`);
}

/** Inserts a memory without comparing it; returns its number. */
export function insertMemory(
  store: Store,
  draft: MemoryDraft,
  { status, at }: { readonly status: "active" | "candidate"; readonly at: string },
): number {
  return store.value<number>(sql`
    insert into memories (project, scope, category, title, body, evidence, source, confidence, status,
    session_id, files, recall_when, created_at, updated_at) values (${draft.project}, ${draft.scope},
    ${draft.category}, ${draft.title}, ${draft.body}, ${draft.evidence}, ${draft.source},
    ${draft.confidence}, ${status}, ${draft.sessionId}, ${draft.files}, ${draft.recallWhen ?? []},
    ${at}, ${at}) returning id`)!;
}

/** Marks memories as deleted, and clears their texts and what agents were told of them. In the caller's transaction. */
export function clearTexts(store: Store, memories: readonly number[], at: string): void {
  store.run(sql`
    update memories set title = null, body = '', evidence = null, files = '[]', recall_when = '[]', rejected = null,
    status = 'deleted', updated_at = ${at} where id in ${list(memories)}`);
  store.run(sql`delete from sync_changes where memory_id in ${list(memories)}`); // the undo of a sync holds the words, too
  clearTellingsOf(store, memories.map(memoryId));
}

const CONFIRMED = "memory.confirmed"; // the event with which somebody says that a memory still holds

/** Selects all confirmations. SQLite uses the partial index only if the name is no bound value. */
export const IS_CONFIRMED = sql`event = ${raw(`'${CONFIRMED}'`)} and subject is not null`;

/** Notes that these memories still hold; only later objections count from then on. */
export function confirmMemories(store: Store, ids: readonly string[], at: string): void {
  store.transaction(() => ids.forEach((id) => logEvent(store, { event: CONFIRMED, subject: id, at })));
}

export function confirmations(store: Store, ids: readonly string[]): Map<string, string> {
  return store.map(sql`
    select subject, max(created_at) from event_log where ${IS_CONFIRMED} and subject in ${list(ids)}
    group by subject`);
}

/** SQL: no person has excluded this memory from the project. */
export function isTellable(project: string): Sql {
  return sql`'m' || id not in (select item from not_here where project = ${project})`;
}

export function excludeItem(store: Store, item: string, project: string): void {
  store.run(sql`insert or ignore into not_here (item, project) values (${item}, ${project})`);
}

export function includeItem(store: Store, item: string, project: string): void {
  store.run(sql`delete from not_here where item = ${item} and project = ${project}`);
}

export function excludedItems(store: Store, project: string): Set<string> {
  return new Set(store.column<string>(sql`select item from not_here where project = ${project}`));
}
