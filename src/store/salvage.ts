import { queueForSearch } from "./processing/search_queue.ts";
import { renumberPrompts } from "./renumber_prompts.ts";
import { recountSession } from "./salvage_counts.ts";
import { insertRow, readable, type Salvage, type SharedTable } from "./salvage_row.ts";
import type { Row, SqlValue, Store } from "./store.ts";

/** Made anew from the others; the index is where damage is most likely, as it is written most. */
const DERIVED = [
  "search_partitions",
  "search_items",
  "search_queue",
  "search_words",
  "embeddings",
  "item_files",
];
/** What no trigger notes for the index when it is written. */
const INDEXED_HERE = [["session", "sessions"], ["observation", "observations"], [
  "prompt",
  "prompts",
]] as const;
/** Without numbers that tell a row that is new from one that was removed since; what is new in them is soon over. */
const COME_ONCE = ["code_files", "ghap_premortems", "tool_callers"];
/** Rows that are brought over in one transaction; fewer where not all of these can be read. */
const PORTIONS = [200, 20, 1] as const;

/** What was read, and how much of it is new here. */
export interface SalvageReport {
  readonly read: number;
  readonly added: number;
  /** The highest number that was read, by table. */
  readonly upTo: Readonly<Record<string, number>>;
}

export interface SalvageOptions {
  /** Whether it was begun with before: then nothing comes twice, whatever number it got. */
  readonly isAgain: boolean;
  /** The numbers that a run before, which came to its end, has read up to: what somebody removed since stays away. */
  readonly from: Readonly<Record<string, number>>;
}

/**
 * Brings what can still be read of a damaged database into ours, in portions; it may be of an older schema, as every
 * step only adds to the one before. Yields after each portion; throws where ours cannot be written. What is there
 * already stays as it is, and a row whose number is taken gets another one; the newest go first, so that such a new
 * number is never one that a row still to come has. Of a table with a broken page the rows behind it are found from its
 * end and those before it from its beginning. What was forgotten here stays forgotten.
 */
export function* salvage(
  damaged: Store,
  store: Store,
  { isAgain, from }: SalvageOptions,
): Generator<undefined, SalvageReport, undefined> {
  const both: Salvage = {
    damaged,
    store,
    isAgain,
    isFirst: Object.keys(from).length === 0,
    sessions: new Set(),
    resumed: new Set(),
    lossy: new Set(),
  };
  const report = { read: 0, added: 0, upTo: {} as Record<string, number> };
  for (const table of sharedTables(damaged, store)) {
    if (!both.isFirst && COME_ONCE.includes(table.name)) continue;
    const copied = yield* copyTable(both, table, from[table.name]);
    report.read += copied.read;
    report.added += copied.added;
    if (typeof copied.highest === "number") report.upTo[table.name] = copied.highest;
  }
  for (const sessionId of both.resumed) store.transaction(() => renumberPrompts(store, sessionId));
  for (const sessionId of both.sessions) {
    if (recountSession(store, sessionId, both.lossy)) yield;
  }
  for (const [kind, table] of INDEXED_HERE) {
    const rows = store.all<{ id: number }>(`select id from ${table}`);
    queueForSearch(store, kind, rows.map(({ id }) => id));
  }
  return report;
}

/** Captures come before the observations that are made of them, and what may hold copies of a memory before it. */
function sharedTables(damaged: Store, store: Store): SharedTable[] {
  const names = store.all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
       and name not in (select value from json_each(?)) order by name in ('memories', 'observations'), name`,
    JSON.stringify(DERIVED),
  );
  return names.flatMap(({ name }) => {
    const ours = columnsOf(store, name);
    const columns = columnsOf(damaged, name).filter((column) => ours.includes(column));
    return columns.length === 0 ? [] : [{ name, columns }];
  });
}

function columnsOf(store: Store, table: string): string[] {
  const rows = readable(() => store.all("select name from pragma_table_info(?)", table)) ?? [];
  return rows.map(({ name }) => String(name));
}

interface Copied {
  readonly read: number;
  readonly added: number;
  /** The highest key and the one that the last portion ended with; `undefined` where nothing was read. */
  readonly highest: SqlValue | undefined;
  readonly last: SqlValue | undefined;
}

/** `from`: what has this key, or a smaller one, was read by a run before. */
function* copyTable(
  both: Salvage,
  table: SharedTable,
  from: number | undefined,
): Generator<undefined, Copied, undefined> {
  const end = yield* copyRows(both, { table, order: "desc", bounds: { above: from, below: undefined } });
  const begin = yield* copyRows(both, { table, order: "asc", bounds: { above: from, below: end.last } });
  return {
    read: end.read + begin.read,
    added: end.added + begin.added,
    highest: end.highest ?? begin.highest,
    last: begin.last,
  };
}

interface Walk {
  readonly table: SharedTable;
  readonly order: "asc" | "desc";
  /** Only rows between these keys: the others are there already. */
  readonly bounds: Bounds;
}

/** Goes on until a page cannot be read, or nothing is left. */
function* copyRows(both: Salvage, { table, order, bounds }: Walk): Generator<undefined, Copied, undefined> {
  const { name, columns } = table;
  const key = columns.includes("id") ? "id" : columns[0] as string;
  let copied: Copied = { read: 0, added: 0, highest: undefined, last: undefined };
  while (true) {
    const left = copied.last === undefined
      ? bounds
      : { ...bounds, [order === "asc" ? "above" : "below"]: copied.last };
    const { rows, at, isLossy } = readRows(both.damaged, { name, key, order, bounds: left });
    if (isLossy) both.lossy.add(name);
    if (at === undefined) return copied;
    const added = both.store.transaction(() =>
      rows.reduce((sum, row) => sum + insertRow(both, table, row), 0)
    );
    const highest = order === "asc" ? at : copied.highest ?? rows[0]?.[key] ?? at;
    copied = { read: copied.read + rows.length, added: copied.added + added, highest, last: at };
    yield;
  }
}

interface Bounds {
  readonly above: SqlValue | undefined;
  readonly below: SqlValue | undefined;
}

interface Page {
  readonly name: string;
  readonly key: string;
  readonly order: "asc" | "desc";
  readonly bounds: Bounds;
}

interface Portion {
  readonly rows: readonly Row[];
  /** The key of the last one; `undefined` where nothing is left or can be read. */
  readonly at: SqlValue | undefined;
  /** Whether the next row could not be read. */
  readonly isLossy: boolean;
}

function readRows(damaged: Store, { name, key, order, bounds }: Page): Portion {
  const { above, below } = bounds;
  const conditions = [
    ...(above === undefined ? [] : [`${key} > ?`]),
    ...(below === undefined ? [] : [`${key} < ?`]),
  ];
  const where = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
  const values = [above, below].filter((value) => value !== undefined);
  const read = (columns: string, limit: number) =>
    damaged.all(`select ${columns} from ${name} ${where} order by ${key} ${order} limit ${limit}`, ...values);
  for (const limit of PORTIONS) {
    const rows = readable(() => read("*", limit));
    if (rows !== undefined) return { rows, at: rows.at(-1)?.[key] ?? undefined, isLossy: false };
  }
  // Of a long row it may be that only the rest is broken, which stands elsewhere.
  return { rows: [], at: readable(() => read(key, 1))?.[0]?.[key] ?? undefined, isLossy: true };
}
