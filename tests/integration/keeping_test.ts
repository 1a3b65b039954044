import { DatabaseSync } from "node:sqlite";
import { allCaches } from "../../src/machine/config_cache.ts";
import { pathsBelow } from "../../src/machine/paths.ts";
import { prepareHome } from "../../src/hook/prepare_home.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { canMount, smallDisk } from "../faults/namespace.ts";
import { namesIn, TestHome } from "../_support/test_home.ts";
import { insertRow } from "../_support/insert_row.ts";

const DAY_MS = 86_400_000;

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

const SESSIONS = [["old", "cart", 25], ["newer", "cart", 5], ["other", "secret", 20]] as const;

/** A home with sessions of two projects, each with a prompt, a capture of 900 KB, an observation and a memory. */
async function seededHome(): Promise<TestHome> {
  const home = new TestHome();
  const { store } = prepareHome(pathsBelow(home.data), { drainLimit: 0, log: () => {} });
  for (const [id, project, days] of SESSIONS) {
    const folder = `${home.root}/${project}`;
    const at = daysAgo(days);
    const [session_id, created_at] = [id, at];
    const told = { title: `Work on ${id}`, summary: `Summary of ${id}` };
    const times = { started_at: at, ended_at: at };
    insertRow(store, "sessions", { session_id, project: folder, status: "closed", ...times, ...told });
    insertRow(store, "prompts", { session_id, number: 1, text: `promptword${id} please`, created_at });
    const call = { tool_use_id: `toolu_${id}`, tool_name: "Bash", priority: "high", status: "processed" };
    const payload = JSON.stringify({ tool_response: `payloadword${id} `.repeat(60_000) });
    insertRow(store, "pending_queue", { session_id, ...call, created_at, payload });
    insertRow(store, "observations", { session_id, text: `Ran observationword${id}`, created_at });
    const memory = { category: "DECISION", body: `memoryword${id} stays`, source: "user" };
    insertRow(store, "memories", { project: folder, ...memory, created_at, updated_at: at });
  }
  store.close();
  assertEquals((await home.mneme(["process"])).code, 0);
  return home;
}

async function found(home: TestHome, word: string): Promise<string[]> {
  return (await home.json(["search", word, "--all"])).map(({ id }: { id: string }) => id);
}

Deno.test("prune removes what its dry run says, and makes the file smaller", async () => {
  using home = await seededHome();
  const bounds = ["prune", "--older-than", "10d"];
  const { sessions, bytes_before } = await home.json([...bounds, "--dry-run"]);
  const done = await home.json(bounds);
  assertEquals(home.column("select session_id as id from pending_queue order by id"), ["newer"]);
  assertEquals([sessions, done.sessions], [2, 2]);
  assert(done.bytes_after < bytes_before && Deno.statSync(home.database).size <= done.bytes_after);
});

Deno.test("projects forget removes the project's compiled configuration", async () => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  assertEquals(allCaches(pathsBelow(home.data)).map(({ folder }) => folder), [home.project]);
  await home.json(["projects", "forget", home.project, "--yes"]);
  assertEquals(allCaches(pathsBelow(home.data)), []);
});

Deno.test("restore brings back a backup, keeps a copy of what it replaces and forgets again what was forgotten", async () => {
  using home = await seededHome();
  const file = `${home.root}/copy.db`;
  assertEquals((await home.json(["backup", file])).file, file);
  assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
  const besideCopy = () => namesIn(home.root).filter((name) => name.startsWith("copy.db"));
  assertEquals(besideCopy(), ["copy.db"]);
  const [forgotten] = await found(home, "memorywordother");
  await home.mneme(["memory", "forget", forgotten!]);
  await home.remember("latermemory is only in what is replaced");
  const restored = await home.json(["restore", file]);
  assertEquals([restored.memories, restored.forgotten_again], [2, 1]);
  assertEquals(besideCopy(), ["copy.db"]);
  assertEquals(home.rows("pragma journal_mode"), [{ journal_mode: "wal" }]);
  assertEquals(await found(home, "memorywordother"), []);
  assertEquals(await found(home, "latermemory"), []);
  const undone = await home.json(["restore", String(restored.replaced)]);
  assertEquals(undone.memories, 3);
  assertEquals((await found(home, "latermemory")).length, 1);
});

Deno.test("restore replaces a database of which a page is damaged", async () => {
  using home = await seededHome();
  const file = `${home.root}/copy.db`;
  await home.mneme(["backup", file]);
  await home.remember("latermemory is only in what is replaced");
  breakPage(home);
  const { memories, replaced } = await home.json(["restore", file]);
  assertEquals(memories, 3);
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(await found(home, "latermemory"), []);
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
  assertEquals((await home.json(["restore", String(replaced)])).memories, 3); // of the daily backup
});

Deno.test("a backup of a database of which a page is damaged says so and leaves nothing behind", async () => {
  using home = await seededHome();
  breakPage(home);
  const { code, stderr } = await home.mneme(["backup"]);
  assertEquals(code, 1);
  assertMatch(stderr, /^mneme: Cannot write .+\.db: the database is damaged: .+; run `mneme doctor`\n$/);
  assertEquals(namesIn(`${home.data}/backups`).filter((name) => !name.startsWith("daily-")), []);
});

/** In a table that opening the database does not read. */
function breakPage(home: TestHome): void {
  const [table] = home.rows("select rootpage as page from sqlite_schema where name = 'observations'");
  const bytes = Deno.readFileSync(home.database);
  bytes.fill(0x5a, 4096 * (Number(table!.page) - 1), 4096 * Number(table!.page));
  home.write(home.database.slice(home.root.length + 1), bytes);
}

Deno.test("a backup that has no room leaves nothing behind", { ignore: !canMount() }, async () => {
  using home = await seededHome();
  Deno.mkdirSync(`${home.root}/small`);
  const wrap = smallDisk(`${home.root}/small`, 500);
  const { code, stdout, stderr } = await home.mneme(["backup", `${home.root}/small/copy.db`], { wrap });
  assertEquals(code, 1);
  assertMatch(stderr, /Cannot write .*copy\.db: database or disk is full/);
  assertEquals(stdout, "\n");
});

Deno.test("restore refuses what is newer, damaged, foreign or not there, and changes nothing", async () => {
  using home = await seededHome();
  const file = `${home.root}/copy.db`;
  await home.mneme(["backup", file]);
  const newer = `${home.root}/newer.db`;
  Deno.copyFileSync(file, newer);
  {
    using database = new DatabaseSync(newer);
    database.exec("pragma user_version = 999");
  }
  home.write("foreign.db", "not a database at all, but a text that is long enough to be read as a header");
  const bytes = Deno.readFileSync(file);
  bytes.fill(0x5a, 4096 * 3, 4096 * 8);
  home.write("damaged.db", bytes);
  Deno.mkdirSync(`${home.root}/folder.db`);
  const refused = {
    newer: "schema 999",
    foreign: "not a database",
    damaged: "damaged|malformed",
    absent: "it is not there",
    folder: "it is a folder",
  };
  for (const [name, reason] of Object.entries(refused)) {
    const { code, stderr } = await home.mneme(["restore", `${home.root}/${name}.db`]);
    assertEquals(code, 1, name);
    assertMatch(stderr, new RegExp(`Cannot restore .*${name}.*(${reason})`));
  }
  assertEquals(home.count("memories"), 3);
  assertEquals((await home.mneme(["backup", file])).code, 1);
});

Deno.test("vacuum gives the space of what was removed back to the disk", async () => {
  using home = await seededHome();
  await home.mneme(["projects", "forget", `${home.root}/secret`, "--yes"]);
  const { bytes_before, bytes_after } = await home.json(["vacuum"]);
  assert(Number(bytes_after) < Number(bytes_before), `${bytes_before} → ${bytes_after}`);
});

Deno.test("what a hint says to type can be typed, whatever a folder is called", async () => {
  using home = await seededHome();
  const name = "it's\x1b[31m";
  const { stdout } = await home.mneme(["backup", `${home.root}/${name}.db`]);
  assert(!stdout.includes("\x1b"));
  assertMatch(stdout, /mneme restore '.*it'\\''s\\x1b\[31m\.db'/);
});
