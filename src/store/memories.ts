import type { MemoryCategory } from "../core/memory_categories.ts";
import { memoryKey } from "../core/memory_text.ts";
import type { SqlValue, Store } from "./store.ts";

export type MemoryScope = "project" | "user";
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
  /** As `core/memory_evidence.ts` writes it. */
  readonly evidence: string | null;
  readonly source: MemorySource;
  readonly confidence: number;
  readonly status: MemoryStatus;
  readonly superseded_by: number | null;
  readonly session_id: string | null;
  /** A JSON list. */
  readonly files: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_used_at: string | null;
  readonly use_count: number;
}

/** Where a memory holds: in one project, or wherever this user works. */
export interface MemoryPlace {
  readonly scope: MemoryScope;
  readonly project: string | null;
}

export interface MemoryFilter {
  /** Memories of this project, and the user's own; of every project when absent. */
  readonly project?: string | undefined;
  readonly category?: MemoryCategory | undefined;
  readonly status: MemoryStatus;
  /** Only those made or changed from this moment on. */
  readonly since?: string | undefined;
  readonly limit: number;
}

/** What waits for somebody to keep or drop it. A summary does not: its session is summed up whatever becomes of it. */
export const IS_WAITING = "status = 'candidate' and category <> 'SESSION_SUMMARY'";

/** Candidates are gone through from the surest on; of memories the last changed is of most interest. */
const ORDERS: Readonly<Partial<Record<MemoryStatus, string>>> = { candidate: "confidence desc, id desc" };

export const MEMORY_COLUMNS =
  "id, project, scope, category, title, body, evidence, source, confidence, status, superseded_by, session_id, " +
  "files, created_at, updated_at, last_used_at, use_count";

/** The memories that fit, the last changed first; candidates the surest first, without summaries unless they are asked for. */
export function findMemories(store: Store, filter: MemoryFilter): MemoryRow[] {
  const conditions = ["status = ?"];
  const values: SqlValue[] = [filter.status];
  if (filter.project !== undefined) {
    conditions.push("(project = ? or scope = 'user')");
    values.push(filter.project);
  }
  if (filter.category !== undefined) {
    conditions.push("category = ?");
    values.push(filter.category);
  } else if (filter.status === "candidate") conditions.push(IS_WAITING);
  if (filter.since !== undefined) {
    conditions.push("updated_at >= ?");
    values.push(filter.since);
  }
  return store.all<MemoryRow>(
    `select ${MEMORY_COLUMNS} from memories where ${conditions.join(" and ")}
     order by ${ORDERS[filter.status] ?? "updated_at desc, id desc"} limit ?`,
    ...values,
    filter.limit,
  );
}

/** The memory of this number, also a forgotten one; `undefined` when there never was one. */
export function memoryByRow(store: Store, row: number): MemoryRow | undefined {
  return store.first<MemoryRow>(`select ${MEMORY_COLUMNS} from memories where id = ?`, row);
}

/** The numbers from one to another, both included, of memories with one of these statuses. */
export function memoriesBetween(
  store: Store,
  [from, to]: readonly [number, number],
  statuses: readonly MemoryStatus[],
): number[] {
  return store.all<{ id: number }>(
    `select id from memories where id between ? and ? and status in (select value from json_each(?)) order by id`,
    from,
    to,
    JSON.stringify(statuses),
  ).map(({ id }) => id);
}

/** The numbers of those that this memory took the place of, oldest first. */
export function supersededBy(store: Store, row: number): number[] {
  return store.all<{ id: number }>("select id from memories where superseded_by = ? order by id", row)
    .map(({ id }) => id);
}

/** As much of a memory as it takes to compare it: of thousands only a few are read whole. */
export type ComparableMemory = Pick<MemoryRow, "id" | "body" | "status" | "session_id">;

/**
 * The memories of one category and place that may still be said again: the newest active ones, then candidates. In the
 * order of the index, by status: to sort ten thousand first took 20 ms.
 */
export function comparableMemories(
  store: Store,
  category: MemoryCategory,
  place: MemoryPlace,
  limit: number,
): ComparableMemory[] {
  return (["active", "candidate"] as const).flatMap((status) => {
    const columns = store.first<Record<"ids" | "bodies" | "sessions", string>>(
      COMPARABLE_COLUMNS,
      place.project,
      status,
      place.scope,
      category,
      limit,
    );
    return columns === undefined ? [] : rowsOf(columns, status);
  });
}

/** Each column as one JSON list: two thousand rows that come one by one take three times as long. */
const COMPARABLE_COLUMNS = `select json_group_array(id) as ids, json_group_array(body) as bodies,
    json_group_array(session_id) as sessions
  from (select id, body, session_id from memories
    where project is ? and status = ? and scope = ? and category = ? order by created_at desc limit ?)`;

function rowsOf(
  columns: Readonly<Record<"ids" | "bodies" | "sessions", string>>,
  status: MemoryStatus,
): ComparableMemory[] {
  const ids = JSON.parse(columns.ids) as number[];
  const bodies = JSON.parse(columns.bodies) as string[];
  const sessions = JSON.parse(columns.sessions) as (string | null)[];
  return ids.map((id, i) => ({ id, body: bodies[i] ?? "", status, session_id: sessions[i] ?? null }));
}

/** Whether a memory that said just this was forgotten: nobody is to be asked for it again. */
export function isForgotten(store: Store, category: MemoryCategory, text: string): boolean {
  return store.first("select 1 from forgotten_memories where key = ?", memoryKey(category, text)) !==
    undefined;
}
