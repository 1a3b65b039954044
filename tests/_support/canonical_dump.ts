import { DatabaseSync } from "node:sqlite";

type Row = Record<string, unknown>;

/** What differs between two databases of the same content: numbers that were given, and moments of processing. */
const DROPPED = new Set([
  ...["id", "drained_at", "last_used_at", "partition", "ref", "learnt_to", "repair"],
]);

const NATURAL: Readonly<Record<string, string>> = {
  observation: "select session_id || ' ' || created_at || ' ' || text from observations where id = ?",
  prompt: "select session_id || ' ' || number || ' ' || text from prompts where id = ?",
  session: "select session_id from sessions where id = ?",
  memory: "select category || ' ' || body from memories where id = ?",
  ghap: "select session_id || ' ' || goal from ghap where id = ?",
  value: "select text from project_values where id = ?",
  scratchpad: "select path from scratchpads where id = ?",
  code: "select path || ' ' || name from code_units where id = ?",
  capture: "select session_id || ' ' || coalesce(tool_use_id, created_at) from pending_queue where id = ?",
  partition: "select project || ' ' || kind from search_partitions where id = ?",
};

/**
 * All that a database says, by natural keys: every row of every table as one line, sorted, without generated numbers;
 * those that point to another row say what stands there.
 */
export function canonicalDump(path: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true });
  const read = (sql: string, ...values: number[]) => database.prepare(sql).all(...values);

  function nameOf(kind: string, id: unknown): string {
    const sql = NATURAL[kind];
    const [row = {}] = sql === undefined ? [] : read(sql, Number(id));
    return String(Object.values(row)[0] ?? "nothing");
  }
  function describe(row: Row): string {
    const kept = Object.entries(row).filter(([column]) => !DROPPED.has(column));
    const told = kept.map(([column, value]) => [
      column,
      column === "capture_id" && value !== null ? nameOf("capture", value) : value,
    ]);
    if (typeof row.ref === "number") told.push(["of", `${row.kind} ${nameOf(String(row.kind), row.ref)}`]);
    if (typeof row.partition === "number") told.push(["in", nameOf("partition", row.partition)]);
    return JSON.stringify(Object.fromEntries(told));
  }

  const tables = read(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  ).map(({ name }) => String(name));
  const rows = tables.flatMap((table) =>
    read(`select * from "${table}"`).map((row) => `${table} ${describe(row)}`)
  );
  const indexed = read(
    "select i.kind, i.ref, f.title, f.body, f.attributes from search_fts f join search_items i on i.id = f.rowid",
  ).map(({ kind, ref, ...texts }) => {
    // The words of the index carry the number of their partition.
    const words = Object.values(texts).map((text) => String(text).replaceAll(/\b\d+_/g, ""));
    return `words ${JSON.stringify([`${kind} ${nameOf(String(kind), ref)}`, ...words])}`;
  });
  return [...rows, ...indexed].sort();
}
