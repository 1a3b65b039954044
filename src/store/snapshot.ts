// Whole databases: copied, checked, replaced. For backups, `restore`, and starts with a damaged file.
import { backup, DatabaseSync } from "node:sqlite";
import { quoted } from "./sql.ts";
import { migrate } from "./migrations.ts";
import { guard, openAnyVersion, type Store } from "./store.ts";
import { asStoreError } from "./store_error.ts";

const LOCK_BUDGET_MS = 2_000; // the time to wait for a database or a copy that another program has locked
/** More pages than any database has, so that it is copied in one step: a copy in several begins anew with each write. */
const ALL_PAGES = 2 ** 31 - 1;

/** Copies a database as it is at one moment, while others write; also its free pages, in which deleted text is overwritten. */
export async function copyDatabase(source: string, target: string): Promise<void> {
  using from = guard(() => new DatabaseSync(source, { readOnly: true }));
  try {
    // Waits for the lock here, with a limit: `backup` would wait without end, and no timer could fire meanwhile.
    from.exec(`pragma busy_timeout=${LOCK_BUDGET_MS}; begin; select 1 from sqlite_schema`);
    await backup(from, target, { rate: ALL_PAGES });
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Completes a copy with `add`, as one file: in WAL mode, a reader leaves two files beside it, or cannot read it. */
export function makeStandAlone(path: string, add: (copy: Store) => void): void {
  const store = openAnyVersion(path, LOCK_BUDGET_MS);
  try {
    add(store);
    store.execute("pragma journal_mode=delete");
  } finally {
    store.close();
  }
}

/** Brings a copy that nobody else uses to this program's schema and to WAL mode. */
export function bringUpToDate(path: string): void {
  using store = openAnyVersion(path, LOCK_BUDGET_MS);
  migrate(store);
  store.execute("pragma journal_mode=wal");
}

/** Returns the complaints of a check. The quick one reads every page; the other compares indexes with tables, too. */
export function damageOf(store: Store, check: "integrity_check" | "quick_check"): string[] {
  try {
    // One row may have all complaints, below a line of asterisks.
    return store.column<string>(`pragma ${check}(10)`).flatMap((text) => text.split("\n"))
      .filter((line) => line !== "ok" && !line.startsWith("***"));
  } catch (error) {
    const fault = asStoreError(error);
    if (fault.fault === "corrupt") return [fault.message];
    throw fault;
  }
}

export function isMnemes(store: Store): boolean {
  return store.value<number>(`select count(*) from sqlite_schema
    where type = 'table' and name in ('sessions', 'pending_queue', 'memories')`) === 3;
}

/** `timeout` waits for hooks that write; `defensive: false` lets the index's internal tables be written. */
const OPTIONS = { timeout: 10_000, defensive: false };

/**
 * Replaces all rows of the database at `path` by those of `source`, which has the same schema, in one transaction.
 * `prepare` runs under its lock. A copy of pages would need another lock, and lose rows that are written before that.
 * The rows go through this program, because a compiled program may attach no database.
 */
export async function replaceAllRows<T>(path: string, source: string, prepare: () => Promise<T>): Promise<T> {
  using database = guard(() => new DatabaseSync(path, OPTIONS));
  guard(() => database.exec("pragma secure_delete=on; pragma temp_store=memory; begin immediate"));
  const prepared = await prepare();
  guard(() => {
    using from = new DatabaseSync(source, { readOnly: true });
    replaceRows(from, database);
    database.exec("commit");
  });
  return prepared;
}

/** Replaces the rows without running triggers, which would queue each row for the index: the index is replaced, too. */
function replaceRows(source: DatabaseSync, target: DatabaseSync): void {
  const triggers = target.prepare("select name, sql from sqlite_schema where type = 'trigger'").all();
  for (const { name } of triggers) target.exec(`drop trigger ${quoted(String(name))}`);
  const given = target.prepare("select name, seq from sqlite_sequence").all();
  // The tables with rows of their own, among them those of the index and `sqlite_sequence`.
  const tables = target.prepare(
    `select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')
       and name not in ('sqlite_schema', 'sqlite_stat1', 'sqlite_stat4')`,
  ).all();
  for (const { name } of tables) replaceTable(source, target, String(name));
  for (const { name, seq } of given) keepGiven(target, String(name), Number(seq));
  for (const { sql } of triggers) target.exec(String(sql));
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

/** Notes that numbers up to `seq` were given to rows of the table, so that no new row gets one of them. */
function keepGiven(target: DatabaseSync, table: string, seq: number): void {
  const update = target.prepare("update sqlite_sequence set seq = max(seq, ?) where name = ?");
  if (update.run(seq, table).changes > 0) return;
  target.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, seq);
}
