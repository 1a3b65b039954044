import { hashText } from "../base/hash.ts";
import { type MemoryCategory, memoryKey } from "../memory/memory_text.ts";
import { bound, every, list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

type MemoryScope = "project" | "user";
export type MemorySource = "triage" | "user" | "agent" | "import";
export type MemoryStatus = "candidate" | "active" | "superseded" | "deleted";

/** A row of `memories`, every column as it is stored. */
export interface MemoryRow {
  readonly id: number;
  /** `null` for one of the user's own, which holds everywhere. */
  readonly project: string | null;
  readonly scope: MemoryScope;
  readonly category: MemoryCategory;
  readonly title: string | null;
  /** Empty for one that was forgotten. */
  readonly body: string;
  /** `encodeEvidence` writes it. */
  readonly evidence: string | null;
  readonly source: MemorySource;
  readonly confidence: number;
  readonly status: MemoryStatus;
  readonly superseded_by: number | null;
  readonly session_id: string | null;
  /** A JSON list. */
  readonly files: string;
  /** A JSON list of the phrases in which somebody would ask for it: it is found by them and never shown as them. */
  readonly recall_when: string;
  /** Why what it says was tried and dropped, empty without a reason; `null` where it stands. */
  readonly rejected: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_used_at: string | null;
  readonly use_count: number;
  /** The author, where the words came from somebody else of a team. */
  readonly author: string | null;
}

/** The place where a memory holds: in one project, or wherever this user works. */
export interface MemoryPlace {
  readonly scope: MemoryScope;
  readonly project: string | null;
}

/** A statement in its place: the same words there are the same memory. */
export interface Said {
  readonly project: string | null;
  readonly scope: string;
  readonly category: string;
  readonly body: string;
}

/** Finds one of many by what it says where, as the database holds it, without a look at each. */
export function saidKey({ project, scope, category, body }: Said): string {
  return hashText([project, scope, category, body].map(bound).join("\0"));
}

/** A memory to be kept; its texts are clean of private parts and secrets. */
export interface MemoryDraft extends MemoryPlace {
  readonly category: MemoryCategory;
  readonly title: string | null;
  readonly body: string;
  readonly evidence: string | null;
  readonly source: MemorySource;
  readonly confidence: number;
  readonly sessionId: string | null;
  readonly files: readonly string[];
  /** The phrases in which somebody would ask for it. */
  readonly recallWhen?: readonly string[];
}

export interface MemoryFilter {
  /** Memories of this project, and the user's own; of every project when absent. */
  readonly project?: string | undefined;
  readonly category?: MemoryCategory | undefined;
  readonly status: MemoryStatus;
  /** Only those made or changed from this moment on. */
  readonly since?: string | undefined;
  /** Only those that this member of a team has said. */
  readonly author?: string | undefined;
  /** Only those that have no phrases and could have some. */
  readonly lacksPhrases?: boolean | undefined;
  /** Only those that have no title of their own; beside the one before, those that lack either. */
  readonly lacksTitle?: boolean | undefined;
}

/**
 * Candidates that wait for somebody to keep or drop them. A summary does not: its session is summed up whatever becomes
 * of it.
 */
export const IS_WAITING = sql`status = 'candidate' and category <> 'SESSION_SUMMARY'`;

/** Memories that are found by their own words alone. A summary names deeds, and nobody asks for it in phrases. */
export const LACKS_PHRASES = sql`recall_when = '[]' and category <> 'SESSION_SUMMARY' and author is null`;

/** Memories that are told by the first clause of their body. */
export const LACKS_TITLE = sql`coalesce(title, '') = '' and category <> 'SESSION_SUMMARY' and author is null`;

export const MEMORY_COLUMNS =
  sql`id, project, scope, category, title, body, evidence, source, confidence, status, superseded_by,
      session_id, files, recall_when, rejected, created_at, updated_at, last_used_at, use_count, author`;

function isWanted(
  { project, category, status, since, author, lacksPhrases = false, lacksTitle = false }: MemoryFilter,
): Sql {
  const conditions = [sql`status = ${status}`];
  if (project !== undefined) conditions.push(sql`(project = ${project} or scope = 'user')`);
  if (category !== undefined) conditions.push(sql`category = ${category}`);
  else if (status === "candidate") conditions.push(IS_WAITING);
  if (lacksPhrases && lacksTitle) conditions.push(sql`(${LACKS_PHRASES} or ${LACKS_TITLE})`);
  else if (lacksPhrases) conditions.push(LACKS_PHRASES);
  else if (lacksTitle) conditions.push(LACKS_TITLE);
  if (author !== undefined) conditions.push(sql`author = ${author}`);
  if (since !== undefined) conditions.push(sql`updated_at >= ${since}`);
  return every(conditions);
}

/**
 * The memories that fit, the last changed first, which is of most interest; candidates the surest first, and without
 * summaries unless they are asked for. The numbers are found first: of a hundred thousand only those are read whole.
 */
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

/** The memory of this number, also a forgotten one; `undefined` when there never was one. */
export function memoryByRow(store: Store, row: number): MemoryRow | undefined {
  return store.first<MemoryRow>(sql`select ${MEMORY_COLUMNS} from memories where id = ${row}`);
}

/** The numbers from one to another, both included, of memories with one of these statuses. */
export function memoriesBetween(
  store: Store,
  [from, to]: readonly [number, number],
  statuses: readonly MemoryStatus[],
): number[] {
  return store.column<number>(sql`
    select id from memories where id between ${from} and ${to} and status in ${list(statuses)} order by id`);
}

/** The memories in use that came from files. */
export function importedMemories(store: Store): MemoryRow[] {
  return store.all<MemoryRow>(sql`
    select ${MEMORY_COLUMNS} from memories where source = 'import' and status in ('active', 'superseded')`);
}

/** The numbers of those that this memory took the place of, oldest first. */
export function supersededBy(store: Store, row: number): number[] {
  return store.column<number>(sql`select id from memories where superseded_by = ${row} order by id`);
}

/** As much of a memory as it takes to compare it: of thousands only a few are read whole. */
export type ComparableMemory = Pick<MemoryRow, "id" | "body" | "status">;

/** Older ones are not compared: nobody would wait for more. */
const COMPARED = 500;

/**
 * One's own memories of the draft's category and place that may still be said again: the newest active ones, then candidates; of
 * summaries those of its session, as two may end with the same words. In the order of the index, by status: to sort
 * ten thousand first took 20 ms.
 */
export function comparableMemories(store: Store, draft: MemoryDraft): ComparableMemory[] {
  const { project, scope, category, sessionId } = draft;
  const isOther = category !== "SESSION_SUMMARY";
  return (["active", "candidate"] as const).flatMap((status) =>
    store.all<ComparableMemory>(sql`
      select id, body, status from memories where project is ${project} and status = ${status} and author is null
      and scope = ${scope} and category = ${category} and (${isOther} or session_id is ${sessionId})
      order by created_at desc limit ${COMPARED}`)
  );
}

/** Tells whether a memory that said just this was forgotten: nobody is to be asked for it again. */
export function isForgotten(store: Store, category: MemoryCategory, text: string): boolean {
  return store.has(sql`select 1 from forgotten_memories where key = ${memoryKey(category, text)}`);
}

/** Adds a memory, whatever others say; returns its number. */
export function insertMemory(
  store: Store,
  draft: MemoryDraft,
  { status, at }: { readonly status: "active" | "candidate"; readonly at: string },
): number {
  const row = store.value<number>(sql`
    insert into memories (project, scope, category, title, body, evidence, source, confidence, status,
    session_id, files, recall_when, created_at, updated_at) values (${draft.project}, ${draft.scope},
    ${draft.category}, ${draft.title}, ${draft.body}, ${draft.evidence}, ${draft.source},
    ${draft.confidence}, ${status}, ${draft.sessionId}, ${draft.files}, ${draft.recallWhen ?? []},
    ${at}, ${at}) returning id`);
  return row ?? 0;
}

/** Leaves a row without text, so that its id is never given again. In the caller's transaction. */
export function clearTexts(store: Store, memory: number, at: string): void {
  store.run(sql`
    update memories set title = null, body = '', evidence = null, files = '[]', recall_when = '[]', rejected = null,
    status = 'deleted',
    updated_at = ${at} where id = ${memory}`);
}
