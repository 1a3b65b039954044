import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../src/store/migrations.ts";
import { openAnyVersion, schemaVersion } from "../../src/store/store.ts";
import { StoreError } from "../../src/store/store_error.ts";
import { assert, assertEquals, assertThrows } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { namesIn, test } from "../_support/test_home.ts";
import { HOOKS, payloadOf } from "../faults/hooks_table.ts";
import { soundHome } from "../faults/sound_home.ts";
import { dumpSchema } from "./schema_dump.ts";
import { STEPS } from "./synthetic_steps.ts";

const BROKEN = "create table half (id integer primary key) strict; insert into no_such_table values (1);";

function apply(path: string, steps: readonly string[]): number {
  using store = openAnyVersion(path);
  return migrate(store, steps);
}

test("migrate leaves the old version when a step fails half-way, and succeeds when run again", (home) => {
  const path = `${home.root}/m.db`;
  assertEquals(apply(path, STEPS.slice(0, 1)), 0);
  const before = dumpSchema(path);
  assertThrows(() => apply(path, [...STEPS.slice(0, 2), BROKEN]), StoreError);
  assertEquals(dumpSchema(path), before);
  assertEquals(apply(path, STEPS), 1);
  assertEquals(apply(path, STEPS), 3);
});

test("migrate in four processes at once runs every step once", async (home) => {
  const path = `${home.root}/m.db`;
  const script = fileURLToPath(new URL("./migrate_once.ts", import.meta.url));
  const outputs = await inParallel([1, 2, 3, 4], 4, () => {
    return new Deno.Command(Deno.execPath(), { args: ["run", "-A", script, path], stderr: "piped" }).output();
  });
  for (const { success, stderr } of outputs) assert(success, new TextDecoder().decode(stderr));
  using store = openAnyVersion(path);
  assertEquals(schemaVersion(store), 3);
  const [row] = store.all("select count(*) as n, sum(size is null) as missing from notes");
  assertEquals([row?.n, row?.missing], [20_000, 0]);
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
