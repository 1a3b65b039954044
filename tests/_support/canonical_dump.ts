import { DatabaseSync } from "node:sqlite";

type Row = Record<string, unknown>;

/** What differs between two databases of the same content: numbers that were given, and moments of processing. */
const DROPPED = new Set([
  ...["id", "drained_at", "last_used_at", "partition", "ref"],
  ...["learnt_to", "repair", "reason"],
]);

/**
 * All that a database says, by natural keys: every row of every table as one line, sorted, without generated numbers;
 * those that point to another row say what stands there.
 */
export function canonicalDump(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const names = new Names(database);
    return tablesOf(database).flatMap((table) =>
      database.prepare(`select * from "${table}"`).all().map((row) => `${table} ${describe(row, names)}`)
    ).concat(indexedWords(database, names)).sort();
  } finally {
    database.close();
  }
}

function tablesOf(database: DatabaseSync): string[] {
  return database.prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  ).all().map(({ name }) => String(name));
}

function describe(row: Row, names: Names): string {
  const kept = Object.entries(row).filter(([column]) => !DROPPED.has(column));
  const told = kept.map(([column, value]) => [
    column,
    column === "capture_id" && value !== null ? names.capture(Number(value)) : value,
  ]);
  if (typeof row.ref === "number") told.push(["of", names.item(String(row.kind), row.ref)]);
  if (typeof row.partition === "number") told.push(["in", names.partition(row.partition)]);
  return JSON.stringify(Object.fromEntries(told));
}

/** The words of the index carry the number of their partition. */
function indexedWords(database: DatabaseSync, names: Names): string[] {
  return database.prepare(
    "select i.kind, i.ref, f.title, f.body, f.attributes from search_fts f join search_items i on i.id = f.rowid",
  ).all().map(({ kind, ref, ...texts }) => {
    const words = Object.values(texts).map((text) => String(text).replaceAll(/\b\d+_/g, ""));
    return `words ${JSON.stringify([names.item(String(kind), Number(ref)), ...words])}`;
  });
}

const NATURAL: Readonly<Record<string, string>> = {
  observation: "select session_id || ' ' || created_at || ' ' || text from observations where id = ?",
  prompt: "select session_id || ' ' || number || ' ' || text from prompts where id = ?",
  session: "select session_id from sessions where id = ?",
  memory: "select category || ' ' || body from memories where id = ?",
  ghap: "select session_id || ' ' || goal from ghap where id = ?",
  value: "select text from project_values where id = ?",
  scratchpad: "select path from scratchpads where id = ?",
  code: "select path || ' ' || name from code_units where id = ?",
};

class Names {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  item(kind: string, ref: number): string {
    return `${kind} ${this.#text(NATURAL[kind] ?? "select null", ref)}`;
  }

  capture(id: number): string {
    return this.#text(
      "select session_id || ' ' || coalesce(tool_use_id, created_at) from pending_queue where id = ?",
      id,
    );
  }

  partition(id: number): string {
    return this.#text("select project || ' ' || kind from search_partitions where id = ?", id);
  }

  #text(sql: string, id: number): string {
    const values = sql.includes("?") ? [id] : [];
    return String(Object.values(this.#database.prepare(sql).get(...values) ?? {})[0] ?? "nothing");
  }
}
