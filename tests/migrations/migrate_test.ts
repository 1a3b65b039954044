import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { openAnyVersion, SCHEMA_VERSION, schemaVersion } from "../../src/store/store.ts";
import { StoreError } from "../../src/store/store_error.ts";
import { assert, assertEquals, assertThrows } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { namesIn, test } from "../_support/test_home.ts";
import { HOOKS, payloadOf } from "../faults/hooks_table.ts";
import { soundHome } from "../faults/sound_home.ts";
import { dumpSchema, migrated, oldDatabase } from "./schema_dump.ts";

function versionOf(path: string): number {
  using store = openAnyVersion(path);
  return schemaVersion(store);
}

test("migrate leaves the old version when it fails half-way, and succeeds when run again", (home) => {
  const path = oldDatabase(`${home.root}/m.db`, 12);
  using database = new DatabaseSync(path);
  database.exec("create table tellings (mine text)"); // none of its columns can be kept
  const before = dumpSchema(path);
  assertThrows(() => migrated(path), StoreError);
  assertEquals(dumpSchema(path), before);
  database.exec("drop table tellings");
  migrated(path);
  assertEquals(versionOf(path), SCHEMA_VERSION);
});

test("migrate in four processes at once copies every row once", async (home) => {
  const path = oldDatabase(`${home.root}/m.db`, 12);
  using database = new DatabaseSync(path);
  database.exec(`insert into memories (project, category, body, source, created_at, updated_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select '/p', 'DECISION', 'memory ' || i, 'user', '2026-01-01', '2026-01-01' from n`);
  const count = "select count(*) as n from memories";
  const { n } = { ...database.prepare(count).get() };
  const script = fileURLToPath(new URL("./migrate_once.ts", import.meta.url));
  const outputs = await inParallel([1, 2, 3, 4], 4, () => {
    return new Deno.Command(Deno.execPath(), { args: ["run", "-A", script, path], stderr: "piped" }).output();
  });
  for (const { success, stderr } of outputs) assert(success, new TextDecoder().decode(stderr));
  assertEquals([versionOf(path), database.prepare(count).get()?.n], [SCHEMA_VERSION, n]);
});

test("session-start, six at once in a new home, make one database and lose no event", async (home) => {
  await inParallel([1, 2, 3, 4, 5, 6], 6, async (n) => {
    const payload = home.payload("SessionStart", { session_id: `s${n}` });
    assertHarmless(await home.hook("session-start", payload), `session ${n}`);
  });
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(home.count("sessions"), 6);
  assertEquals(namesIn(home.data).filter((name) => name.includes("corrupt")), []);
});

Deno.test("a database from a newer version stays byte for byte as it is, whatever runs", async () => {
  using home = await soundHome();
  const database = new DatabaseSync(home.database);
  database.exec("pragma user_version=999; create table from_the_future (a)");
  database.close();
  const before = Deno.readFileSync(home.database);
  for (const hook of HOOKS) assertHarmless(await home.hook(hook.name, payloadOf(hook, home)), hook.event);
  await home.settle();
  const { code, stderr } = await home.mneme(["process"]);
  assertEquals(code, 1);
  assert(stderr.includes("newer"), stderr);
  assertEquals(Deno.readFileSync(home.database), before);
  assertEquals(home.spool().length, HOOKS.filter((hook) => hook.count !== undefined).length);
});
