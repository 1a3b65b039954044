import { backup, DatabaseSync } from "node:sqlite";
import { quoted } from "./columns.ts";
import { migrate } from "./migrate.ts";
import { guard, openAnyVersion, type Store } from "./store.ts";
import { asStoreError } from "./store_error.ts";

/** The time that each try waits for a hook that writes, and the number of tries. */
const LOCK_BUDGET_MS = 2_000;
const TRIES = 5;
/** More than any database has: all of it in one step, as a copy in several begins anew whenever somebody writes. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a database as it is at one moment, while others write: their later rows are not in the copy. What was there
 * under the copy's name is replaced in one step, also under programs that have it open: they go on with the new
 * contents, and whoever waits to write finds them. Free pages are copied, too; what was removed is overwritten in them.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const from = guard(() => new DatabaseSync(source, { readOnly: true }));
  try {
    for (let tried = 1;; tried++) {
      try {
        await backup(from, target, { rate: ALL_PAGES });
        return;
      } catch (error) {
        const fault = asStoreError(error);
        if (fault.fault !== "busy" || tried === TRIES) throw fault;
      }
    }
  } finally {
    from.close();
  }
}

/**
 * Makes a copy that nobody else uses complete in one file: with the journal of a database in use, its first reader would
 * leave two files beside it, or could not read it where none can be written.
 */
export function makeStandAlone(path: string): void {
  const store = openAnyVersion(path, LOCK_BUDGET_MS);
  try {
    store.execute("pragma journal_mode=delete");
  } finally {
    store.close();
  }
}

/** Brings a copy that nobody else uses to our schema and journal, as those have that hooks use; returns its old version. */
export function bringUpToDate(path: string): number {
  using store = openAnyVersion(path, LOCK_BUDGET_MS);
  const before = migrate(store);
  store.execute("pragma journal_mode=wal");
  return before;
}

/** Every complaint of SQLite's own check, which compares indexes with their tables, too; none for a sound database. */
export function damageOf(store: Store): string[] {
  return complaintsOf(store, "pragma integrity_check(10)");
}

/** The same of the check that reads every page once: 0.2 s for 400 MB. */
export function quickDamageOf(store: Store): string[] {
  return complaintsOf(store, "pragma quick_check(10)");
}

function complaintsOf(store: Store, check: string): string[] {
  try {
    return store.all<Record<string, string>>(check).flatMap((row) => Object.values(row))
      .filter((line) => line !== "ok");
  } catch (error) {
    const fault = asStoreError(error);
    if (fault.fault === "corrupt") return [fault.message];
    throw fault;
  }
}

/** Tells whether the tables are ours. */
export function isOurs(store: Store): boolean {
  const row = store.first<{ found: number }>(
    "select count(*) as found from sqlite_schema where type = 'table' and name in ('sessions', 'pending_queue', 'memories')",
  );
  return row?.found === 3;
}

/** Somebody who waits for a command waits gladly for the hooks that write. */
const REPLACE_BUDGET_MS = 10_000;

/** The tables of the index are written as they are, which SQLite allows to nobody who does not ask for it. */
const OPTIONS = { timeout: REPLACE_BUDGET_MS, defensive: false };

/**
 * Puts the rows of `source`, a database of the same schema, in the place of all rows of another one to which nobody else
 * writes meanwhile; `prepare` runs when that is so. To copy its pages is faster, but SQLite takes a lock of its own for
 * that: what is written before it has that one would be lost. Throws a `StoreError`, and all is as it was, where it fails.
 */
export async function replaceAllRows(
  path: string,
  source: string,
  prepare: () => Promise<void>,
): Promise<void> {
  const database = guard(() => new DatabaseSync(path, OPTIONS));
  try {
    guard(() => database.exec("pragma secure_delete=on; pragma temp_store=memory; begin immediate"));
    await prepare();
    guard(() => {
      const from = new DatabaseSync(source, { readOnly: true });
      try {
        replaceRows(from, database);
        database.exec("commit");
      } finally {
        from.close();
      }
    });
  } finally {
    database.close();
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
