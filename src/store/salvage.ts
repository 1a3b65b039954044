import { queueForSearch } from "./processing/search_queue.ts";
import { renumberPrompts } from "./renumber_prompts.ts";
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
/** Rows that are brought over in one transaction; fewer where not all of these can be read. */
const PORTIONS = [200, 20, 1] as const;

/**
 * Brings what can still be read of a damaged database into ours, in portions; it may be of an older schema, as every
 * step only adds to the one before. Yields how many rows each portion brought over; throws where ours cannot be written.
 * What is there already stays as it is, and a row whose number is taken gets another one; the newest go first, so that
 * such a new number is never one that a row still to come has. Of a table with a broken page the rows behind it are
 * found from its end and those before it from its beginning. Where it was begun with before (`isAgain`), nothing comes
 * twice, whatever number it got.
 */
export function* salvage(
  damaged: Store,
  store: Store,
  { isAgain }: { readonly isAgain: boolean },
): Generator<number> {
  const both: Salvage = { damaged, store, isAgain, resumed: new Set() };
  for (const table of sharedTables(damaged, store)) {
    const last = yield* copyRows(both, { table, order: "desc", upTo: undefined });
    yield* copyRows(both, { table, order: "asc", upTo: last });
  }
  for (const sessionId of both.resumed) store.transaction(() => renumberPrompts(store, sessionId));
  for (const [kind, table] of INDEXED_HERE) {
    const rows = store.all<{ id: number }>(`select id from ${table}`);
    queueForSearch(store, kind, rows.map(({ id }) => id));
  }
}

/** Captures come before the observations that are made of them. */
function sharedTables(damaged: Store, store: Store): SharedTable[] {
  const names = store.all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
       and name not in (select value from json_each(?)) order by name = 'observations', name`,
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

interface Walk {
  readonly table: SharedTable;
  readonly order: "asc" | "desc";
  /** Only rows with a smaller key: the others are there already. */
  readonly upTo: SqlValue | undefined;
}

/** Goes on until a page cannot be read, or nothing is left; returns the key that it came to. */
function* copyRows(
  both: Salvage,
  { table, order, upTo }: Walk,
): Generator<number, SqlValue | undefined> {
  const { name, columns } = table;
  const key = columns.includes("id") ? "id" : columns[0] as string;
  let last: SqlValue | undefined;
  while (true) {
    const bounds = {
      above: order === "asc" ? last : undefined,
      below: order === "asc" ? upTo : last,
    };
    const { rows, at } = readRows(both.damaged, { name, key, order, bounds });
    if (at === undefined) return last;
    yield both.store.transaction(() => rows.reduce((sum, row) => sum + insertRow(both, table, row), 0));
    last = at;
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

/** The next rows, and the key of the last one; no key where nothing is left or can be read. */
function readRows(
  damaged: Store,
  { name, key, order, bounds }: Page,
): { readonly rows: readonly Row[]; readonly at: SqlValue | undefined } {
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
    if (rows !== undefined) return { rows, at: rows.at(-1)?.[key] ?? undefined };
  }
  // Of a long row it may be that only the rest is broken, which stands elsewhere.
  return { rows: [], at: readable(() => read(key, 1))?.[0]?.[key] ?? undefined };
}
