import { DatabaseSync } from "node:sqlite";
import { migrate, MIGRATIONS } from "../../src/store/migrations.ts";
import { openAnyVersion, SCHEMA_VERSION } from "../../src/store/store.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { test } from "../_support/test_home.ts";
import { dumpRows, dumpSchema, frozenRowsFile, frozenSchemaFile } from "./schema_dump.ts";

function migrated(path: string): string {
  const store = openAnyVersion(path);
  migrate(store);
  store.close();
  return path;
}

function oldDatabase(path: string, version: number): string {
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode=wal");
  database.exec(Deno.readTextFileSync(frozenSchemaFile(version)));
  database.exec(Deno.readTextFileSync(frozenRowsFile(version)));
  database.close();
  return path;
}

Deno.test("the number of migrations is the schema version", () => {
  assertEquals(MIGRATIONS.length, SCHEMA_VERSION);
});

test("the frozen schema of the current version is that of a fresh database", ({ root }) => {
  const fresh = dumpSchema(migrated(`${root}/fresh.db`));
  assertEquals(
    Deno.readTextFileSync(frozenSchemaFile(SCHEMA_VERSION)),
    fresh,
    "see tests/migrations/freeze.ts",
  );
});

for (let version = 1; version <= SCHEMA_VERSION; version++) {
  test(`a database of version ${version} with data becomes one of today and keeps every value`, ({ root }) => {
    const old = oldDatabase(`${root}/old.db`, version);
    const before = dumpRows(old);
    for (const table of REPLACED) delete before[table];
    for (const [table, rows] of Object.entries(before)) assert(rows.length > 0, `no sample row in ${table}`);
    migrated(old);
    assertEquals(dumpSchema(old), dumpSchema(migrated(`${root}/fresh.db`)));
    assertEquals(keptValues(before, dumpRows(old)), before);
  });
}

test("a view that a person has added stays, and stops no migration", ({ root }) => {
  const old = oldDatabase(`${root}/old.db`, 16);
  const view = "CREATE VIEW mine as select id, body from memories";
  using database = new DatabaseSync(old);
  database.exec(view);
  migrated(old);
  assert(dumpSchema(old).includes(view));
  assert(database.prepare("select * from mine").all().length > 0);
});

type Rows = ReturnType<typeof dumpRows>;

/** Indexes that another one took the place of: they held copies only. */
const REPLACED = ["memories_fts", "ghap_fts"];

/** What is now in the tables and columns that there were before. */
function keptValues(before: Rows, after: Rows): Rows {
  return Object.fromEntries(
    Object.entries(before).map(([table, rows]) => [
      table,
      (after[table] ?? []).map((row) =>
        Object.fromEntries(Object.keys(rows[0] ?? {}).map((key) => [key, row[key]]))
      ),
    ]),
  );
}
