import { DatabaseSync } from "node:sqlite";
import { guard } from "./store.ts";
import { quoted } from "./text_columns.ts";

/** Somebody who waits for a command waits gladly for the hooks that write. */
const LOCK_BUDGET_MS = 10_000;

/** The tables of the index are written as they are, which SQLite allows to nobody who does not ask for it. */
const OPTIONS = { timeout: LOCK_BUDGET_MS, defensive: false };

/**
 * A database that nobody else writes to until it is closed. Throws a `StoreError` where that cannot be had, or where what
 * is done with it fails: then it is as it was.
 */
export class LockedDatabase implements Disposable {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = guard(() => {
      const database = new DatabaseSync(path, OPTIONS);
      try {
        database.exec("pragma secure_delete=on; pragma temp_store=memory; begin immediate");
      } catch (error) {
        database.close();
        throw error;
      }
      return database;
    });
  }

  /**
   * Puts the rows of a database of the same schema in the place of all that are here, at once. To copy its pages is
   * faster, but SQLite takes a lock of its own for that: what is written before it has that one would be lost.
   */
  replaceRows(source: string): void {
    guard(() => {
      const from = new DatabaseSync(source, { readOnly: true });
      try {
        replaceRows(from, this.#database);
        this.#database.exec("commit");
      } finally {
        from.close();
      }
    });
  }

  /** Undoes what was not finished. */
  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** Without the triggers, which would note each row for indexing: the index is replaced with the rows. */
function replaceRows(source: DatabaseSync, target: DatabaseSync): void {
  const triggers = target.prepare("select name, sql from sqlite_schema where type = 'trigger'").all();
  for (const { name } of triggers) target.exec(`drop trigger ${quoted(String(name))}`);
  for (const table of tablesOf(target)) replaceTable(source, target, table);
  for (const { sql } of triggers) target.exec(String(sql));
}

/** All that hold rows of their own, those of the index and SQLite's highest numbers (`sqlite_sequence`) among them. */
function tablesOf(database: DatabaseSync): string[] {
  return database.prepare(
    `select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')
       and name not in ('sqlite_schema', 'sqlite_stat1', 'sqlite_stat4')`,
  ).all().map(({ name }) => String(name));
}

function replaceTable(source: DatabaseSync, target: DatabaseSync, table: string): void {
  const names = target.prepare("select name from pragma_table_info(?) order by cid").all(table)
    .map(({ name }) => quoted(String(name)));
  target.exec(`delete from ${quoted(table)}`);
  const insert = target.prepare(
    `insert into ${quoted(table)} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
  );
  const rows = source.prepare(`select ${names.join(", ")} from ${quoted(table)}`);
  rows.setReadBigInts(true);
  for (const row of rows.iterate()) insert.run(...Object.values(row));
}
