import { REPLAYED_FILE } from "./replay_progress.ts";
import { staysForgotten, takeUpMemory } from "./salvage_memory.ts";
import type { Row, SqlValue, Store } from "./store.ts";
import { asStoreError, blamesRecord } from "./store_error.ts";

/** A table of a damaged database, as far as it is in ours as well. */
export interface SharedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Both databases, and what was seen on the way. */
export interface Salvage {
  readonly damaged: Store;
  readonly store: Store;
  /** Sessions of which the damaged one could be read. */
  readonly sessions: Set<string>;
  /** Those that had gone on in the new one before what they had been came back. */
  readonly resumed: Set<string>;
  /** Tables of which a row was lost. */
  readonly lossy: Set<string>;
  /** Whether it was begun with before. */
  readonly isAgain: boolean;
  /** Whether no run before has come to its end: of any row it may be that it was brought over. */
  readonly isFirst: boolean;
}

/**
 * Brings one row over; 1, or 0 where it is there: what an earlier run brought before it was killed does not come again,
 * whatever its number is now. A row that our tables do not take was damaged, too.
 */
export function insertRow(salvage: Salvage, table: SharedTable, row: Row): number {
  if (table.name === "event_log" && row.event === REPLAYED_FILE) return 0; // its rows may be on the broken pages
  if (table.name === "sessions") salvage.sessions.add(String(row.session_id));
  try {
    if (table.name === "sessions" && takeUpSession(salvage, row)) return 0;
    if (table.name === "memories" && isKnownMemory(salvage, row)) return 0;
    return insertOnce(salvage, table, table.name === "observations" ? withCapture(salvage, row) : row);
  } catch (error) {
    if (!blamesRecord(asStoreError(error))) throw error;
    salvage.lossy.add(table.name);
    return 0;
  }
}

function insertOnce(
  { damaged, store, isAgain, isFirst }: Salvage,
  { name, columns }: SharedTable,
  row: Row,
): number {
  const values = (of: readonly string[]) => of.map((column) => row[column] ?? null);
  const insert = (into: readonly string[]) =>
    store.run(
      `insert or ignore into ${name} (${into.join(", ")}) values (${into.map(() => "?").join(", ")})`,
      ...values(into),
    );
  const isThere = (of: readonly string[]) => {
    const same = of.map((column) => `${column} is ?`).join(" and ");
    return store.first(`select 1 from ${name} where ${same} limit 1`, ...values(of)) !== undefined;
  };
  const added = insert(columns);
  if (added > 0 || !columns.includes("id")) return added;
  const others = columns.filter((column) => column !== "id");
  // By its number and moment first: that needs no look at all rows, and finds what was changed since it came.
  const own = columns.includes("created_at") ? ["id", "created_at"] : columns;
  if (isThere(own)) return 0;
  // No index finds an event by what it says: to look for each would hold the database for minutes.
  const isLookedFor = name !== "event_log" || isAgain;
  if (isLookedFor && isThere(others)) return 0;
  return isAgain && isFirst && wasChanged({ damaged, store }, name, row) ? 0 : insert(others);
}

/** What stays as it is of rows that are edited, resolved or counted up; others are found by a key or never change. */
const UNCHANGING: Readonly<Record<string, readonly string[]>> = {
  memories: ["created_at", "source", "session_id"],
  ghap: ["created_at", "session_id", "agent_id"],
  project_values: ["created_at"],
};

/** True where an earlier run has brought over a row that is another one now: of its kind, the newest came first. */
function wasChanged(
  { damaged, store }: Pick<Salvage, "damaged" | "store">,
  table: string,
  row: Row,
): boolean {
  const columns = UNCHANGING[table];
  if (columns === undefined) return false;
  const same = columns.map((column) => `${column} is ?`).join(" and ");
  const values = columns.map((column) => row[column] ?? null);
  const count = (of: Store, from: SqlValue) =>
    of.first<{ rows: number }>(
      `select count(*) as rows from ${table} where ${same} and id >= ?`,
      ...values,
      from,
    )?.rows ?? 0;
  const place = readable(() => count(damaged, row.id ?? 0));
  return place !== undefined && place <= count(store, 0);
}

function isKnownMemory({ store }: Salvage, row: Row): boolean {
  return staysForgotten(store, row) || takeUpMemory(store, row);
}

/** With the number that its capture has here: its old one may be that of another, which could have no observation then. */
function withCapture({ damaged, store }: Salvage, row: Row): Row {
  if (row.capture_id === null || row.capture_id === undefined) return row;
  const capture = captureOf(damaged, row);
  const here = capture && store.first<{ id: number }>(
    "select id from pending_queue where session_id = ? and tool_use_id is ? and created_at = ? limit 1",
    capture.session_id ?? null,
    capture.tool_use_id ?? null,
    capture.created_at ?? null,
  );
  return { ...row, capture_id: here?.id ?? null };
}

function captureOf(damaged: Store, { capture_id }: Row): Row | undefined {
  return readable(() =>
    damaged.first(
      "select session_id, tool_use_id, created_at from pending_queue where id = ?",
      capture_id ?? null,
    )
  );
}

/** `undefined` where a page is broken. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (asStoreError(error).fault === "busy") throw error; // somebody looks at it: it is not broken for that
    return undefined;
  }
}

/**
 * False for a session that is not there. One that has gone on since is one with what it had been, once: from then on it
 * begins as early.
 */
function takeUpSession({ store, resumed }: Salvage, row: Row): boolean {
  const { session_id, started_at, source, title, summary, prompt_count, tool_count, context_window } = row;
  if (store.first("select 1 from sessions where session_id = ?", session_id ?? null) === undefined) {
    return false;
  }
  const changed = store.run(
    `update sessions set started_at = ?1, source = coalesce(?2, source), title = coalesce(?3, title),
       summary = coalesce(summary, ?4), prompt_count = prompt_count + ?5, tool_count = tool_count + ?6,
       context_window = context_window + ?7
     where session_id = ?8 and started_at > ?1`,
    started_at ?? null,
    source ?? null,
    title ?? null,
    summary ?? null,
    prompt_count ?? 0,
    tool_count ?? 0,
    context_window ?? 0,
    session_id ?? null,
  );
  if (changed > 0) resumed.add(String(session_id));
  return true;
}
