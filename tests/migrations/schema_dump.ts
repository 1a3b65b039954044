import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../src/store/migrations.ts";
import { openAnyVersion } from "../../src/store/store.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";

/** The tables in which a virtual table keeps its data come and go with it. */
const NOT_SHADOW = "name not in (select name from pragma_table_list where type = 'shadow')";
/** A trigger can only be made when there is what it is for. */
const CREATION_ORDER = "case type when 'table' then 1 when 'index' then 2 else 3 end";

/** The schema of a database as SQL text, in a fixed order; equal for equal schemas however they came about. */
export function dumpSchema(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare(
      `select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' and ${NOT_SHADOW}
       order by ${CREATION_ORDER}, name`,
    ).all();
    const version = database.prepare("pragma user_version").get()?.user_version;
    return rows.map((row) => `${row.sql};\n\n`).join("") + `pragma user_version=${version};\n`;
  } finally {
    database.close();
  }
}

/** Every row of every table, by table. */
export function dumpRows(path: string): Record<string, Record<string, unknown>[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and ${NOT_SHADOW} order by name`,
    ).all();
    return Object.fromEntries(tables.map(({ name }) => {
      return [name, database.prepare(`select * from "${name}"`).all().map((row) => ({ ...row }))];
    }));
  } finally {
    database.close();
  }
}

/** Where the schema of a released version is frozen. */
export function frozenSchemaFile(version: number): string {
  return `${PROJECT_ROOT}/tests/migrations/version_${version}.sql`;
}

/** Rows as that version wrote them. */
export function frozenRowsFile(version: number): string {
  return `${PROJECT_ROOT}/tests/migrations/version_${version}_rows.sql`;
}

/** Brings the database to the schema of today; returns its path. */
export function migrated(path: string): string {
  const store = openAnyVersion(path);
  migrate(store);
  store.close();
  return path;
}

/** Makes a database of an earlier version, with data; returns its path. */
export function oldDatabase(path: string, version: number): string {
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode=wal");
  database.exec(Deno.readTextFileSync(frozenSchemaFile(version)));
  database.exec(Deno.readTextFileSync(frozenRowsFile(version)));
  database.close();
  return path;
}
