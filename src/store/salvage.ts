import { queueForSearch } from "./processing/search_queue.ts";
import type { Row, SqlValue, Store } from "./store.ts";
import { schemaVersion } from "./store.ts";

/** Made anew from the others; the index is where damage is most likely, as it is written most. */
const DERIVED = ["search_partitions", "search_items", "search_queue", "embeddings", "item_files"];
/** Rows that are brought over in one transaction. */
const PORTION = 200;

/** A table of a damaged database, as far as it is in ours as well. */
interface SharedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Brings what can still be read of a damaged database into another of the same schema, in portions; yields how many rows
 * each brought over. What is there already stays as it is, and a row whose number is taken gets another one; the newest go
 * first, so that such a new number is never one that a row still to come has. Of a table with a broken page the rows
 * behind it are found from its end and those before it from its beginning.
 */
export function* salvage(damaged: Store, store: Store): Generator<number> {
  if (schemaVersion(damaged) !== schemaVersion(store)) return;
  for (const table of sharedTables(damaged, store)) {
    const last = yield* copyRows(damaged, store, { table, order: "desc", upTo: undefined });
    if (last !== undefined) yield* copyRows(damaged, store, { table, order: "asc", upTo: last });
  }
  for (const [kind, table] of [["session", "sessions"], ["observation", "observations"]] as const) {
    const rows = store.all<{ id: number }>(`select id from ${table}`);
    queueForSearch(store, kind, rows.map(({ id }) => id));
  }
}

function sharedTables(damaged: Store, store: Store): SharedTable[] {
  const names = store.all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
       and name not in (select value from json_each(?))`,
    JSON.stringify(DERIVED),
  );
  return names.flatMap(({ name }) => {
    const columns = columnsOf(damaged, name);
    return columns.length === 0 ? [] : [{ name, columns }];
  });
}

function columnsOf(store: Store, table: string): string[] {
  try {
    return store.all<{ name: string }>("select name from pragma_table_info(?)", table).map(({ name }) =>
      name
    );
  } catch {
    return [];
  }
}

interface Walk {
  readonly table: SharedTable;
  readonly order: "asc" | "desc";
  /** Only rows with a smaller key: the others are there already. */
  readonly upTo: SqlValue | undefined;
}

/** Goes on until a page cannot be read, or nothing is left; returns the key that it came to. */
function* copyRows(
  damaged: Store,
  store: Store,
  { table: { name, columns }, order, upTo }: Walk,
): Generator<number, SqlValue | undefined> {
  const key = columns.includes("id") ? "id" : columns[0] as string;
  let last: SqlValue | undefined;
  while (true) {
    const bounds = {
      above: order === "asc" ? last : undefined,
      below: order === "asc" ? upTo : last,
    };
    const rows = readRows(damaged, { name, key, order, bounds });
    if (rows.length === 0) return last;
    yield store.transaction(() =>
      rows.reduce((sum, row) => sum + insertRow(store, { name, columns }, row), 0)
    );
    last = rows.at(-1)?.[key] ?? undefined;
    if (last === undefined) return last;
  }
}

/** 1 or 0: what an earlier run brought over before it was killed is not brought over again, whatever its number is now. */
function insertRow(store: Store, { name, columns }: SharedTable, row: Row): number {
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
  return isThere(columns) || isThere(others) ? 0 : insert(others); // by its number first: that needs no look at all rows
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

function readRows(damaged: Store, { name, key, order, bounds }: Page): Row[] {
  const { above, below } = bounds;
  const conditions = [
    ...(above === undefined ? [] : [`${key} > ?`]),
    ...(below === undefined ? [] : [`${key} < ?`]),
  ];
  const where = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
  const values = [above, below].filter((value) => value !== undefined);
  try {
    return damaged.all(`select * from ${name} ${where} order by ${key} ${order} limit ${PORTION}`, ...values);
  } catch {
    return []; // the broken page; one row at a time would find a few more
  }
}
