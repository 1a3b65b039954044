import { DatabaseSync } from "node:sqlite";
import { SCHEMA_VERSION } from "../../src/store/store.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { test } from "../_support/test_home.ts";
import { dumpRows, dumpSchema, frozenSchemaFile, migrated, oldDatabase } from "./schema_dump.ts";

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
    for (const table of GONE) delete before[table];
    for (const row of before.notes ?? []) for (const column of NEVER_READ) delete row[column];
    for (const [table, rows] of Object.entries(before)) assert(rows.length > 0, `no sample row in ${table}`);
    migrated(old);
    assertEquals(withoutBlanks(dumpSchema(old)), withoutBlanks(dumpSchema(migrated(`${root}/fresh.db`))));
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

test("a number that was given to a removed row is not given again after a migration", ({ root }) => {
  const old = oldDatabase(`${root}/old.db`, 9);
  using database = new DatabaseSync(old);
  database.exec(
    `insert into project_values (id, project, text, created_at) values (70, 'p', 'x', '2026-01-01');
    delete from project_values where id = 70`,
  );
  migrated(old);
  database.exec("insert into project_values (project, text, created_at) values ('p', 'y', '2026-01-02')");
  assertEquals({ ...database.prepare("select max(id) as id from project_values").get() }, { id: 71 });
});

type Rows = ReturnType<typeof dumpRows>;

/** Two indexes that another one took the place of, with copies only, and a table that nothing read. */
const GONE = ["memories_fts", "ghap_fts", "file_changes"];

/** Columns of notes: the former texts, and what came of the note, which is counted when somebody asks. */
const NEVER_READ = ["sentences", "outcome"];

/** A table that got a further column has other blanks in its statement than one that was made with it. */
function withoutBlanks(schema: string): string {
  return schema.replace(/\s/g, "");
}

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
