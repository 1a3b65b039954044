// Gives a database the schema of this program. For session start, commands and backups.
import { retryWhileInUse, textBeside } from "../machine/files.ts";
import { DatabaseSync } from "node:sqlite";
import { quoted, sql } from "./sql.ts";
import { requireOwnVersion, SCHEMA_VERSION, schemaVersion, Store } from "./store.ts";

/** Tables of earlier versions that nothing uses any more. */
const GONE = ["memories_fts", "ghap_fts", "file_changes"];

/**
 * Gives the database every table, index and trigger of the schema. All is done in one transaction, which reads the
 * version again: two processes may start at once, and a failure leaves the old schema. Throws a `StoreError` for a newer
 * version.
 */
export function migrate(store: Store): void {
  if (schemaVersion(store) >= SCHEMA_VERSION) return requireOwnVersion(store);
  // Set first, because it cannot change inside a transaction. Free pages can then be given back a few at a time.
  store.execute("pragma auto_vacuum=incremental");
  // SQLite does not wait here for another starting process, as this connection has a read lock; so it is repeated.
  retryWhileInUse(() => store.execute("pragma journal_mode=wal"), 512); // after pauses of up to 512 ms, a second in all
  store.execute("pragma legacy_alter_table=on"); // a person's own view then keeps the name, and so reads the new table
  using model = emptyStore();
  store.transaction(() => {
    if (schemaVersion(store) >= SCHEMA_VERSION) return; // another process was faster
    for (const table of GONE) store.execute(`drop table if exists ${table}`);
    for (const type of ["table", "index", "trigger"] as const) makeAlike(store, model, type);
    store.execute(`
      insert into search_fts (search_fts, rank) values ('secure-delete', 1);
      update silent_saves set told_at = null where told_at = 'script'; -- earlier versions told only a script
      insert or ignore into search_queue (kind, ref) select * from ( -- before version 4, this index held none of these
      select 'memory', id from memories where status = 'active' union all
      select 'ghap', id from ghap where status <> 'active' union all
      select 'value', id from project_values) except select kind, ref from search_items;
      pragma user_version=${SCHEMA_VERSION}`);
  });
}

/** Returns an empty database in memory, which is read if there is none on the disk. */
export function emptyStore(): Store {
  const store = new Store(new DatabaseSync(":memory:"));
  store.execute(`${textBeside("store/schema.sql")} pragma user_version=${SCHEMA_VERSION}`);
  return store;
}

/** A table, an index or a trigger. Statements that differ only in blanks have the same `words`. */
type SchemaPart = Readonly<Record<"name" | "statement" | "words", string>>;

/** Lists the parts of one type, without SQLite's own and the tables in which FTS5 keeps the search index. */
function partsOf(store: Store, type: string): SchemaPart[] {
  return store.all<SchemaPart>(sql`
    select name, sql as statement, replace(replace(sql, ' ', ''), char(10), '') as words from sqlite_schema
    where type = ${type} and sql is not null and name not glob 'sqlite_*' and name not in (select name
    from pragma_table_list where type = 'shadow') order by rowid`);
}

/** Makes the missing parts, and makes anew those with another statement. */
function makeAlike(store: Store, model: Store, type: "table" | "index" | "trigger"): void {
  const known = new Map(partsOf(store, type).map(({ name, words }) => [name, words]));
  for (const { name, statement, words } of partsOf(model, type)) {
    const isKnown = known.has(name);
    if (known.get(name) === words) continue;
    if (isKnown && type === "table") makeAnew(store, name, statement);
    else store.execute(`${isKnown ? `drop ${type} ${name};` : ""} ${statement}`);
  }
}

/** Makes a table anew with its rows, without columns that are gone: SQLite can hardly change an existing table. */
function makeAnew(store: Store, table: string, statement: string): void {
  const former = `${table}_before`;
  store.execute(`alter table ${table} rename to ${former}; ${statement}`);
  if (statement.includes("autoincrement")) { // no number that was given before is given again
    store.run(sql`update sqlite_sequence set name = ${table} where name = ${former}`);
  }
  const columns = store.column<string>(sql`
    select name from pragma_table_info(${table}) join pragma_table_info(${former}) using (name)`)
    .map(quoted).join(", ");
  store.execute(`insert into ${table} (${columns}) select ${columns} from ${former}; drop table ${former}`);
}
