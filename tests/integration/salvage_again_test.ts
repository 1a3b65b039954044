// A database that was set aside may be looked at again: somebody wrote to it late, or the data folder was copied. Nothing
// may come twice or return, and nothing be lost.
import { DatabaseSync } from "node:sqlite";
import { waitingFiles } from "../../src/cli/process/set_aside_files.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { at, DamagedHome, SESSION } from "../_support/damaged_home.ts";
import { memory } from "../_support/forgetting.ts";

const BODY = "We keep the ledger in whole cents";
const EDITED = "We keep the ledger in whole cents, never in floats";
const FORGOTTEN = "The staging key is in the drawer of Ada";

/** As a plain copy of the folder does: every file has a new time, and all of them nearly the same. */
function copyAll(home: DamagedHome): void {
  const copiedAt = Date.now() - 1000;
  const order = [home.aside, `${home.aside}-wal`, `${home.aside}.salvaged`];
  for (const [index, file] of order.entries()) {
    const time = new Date(copiedAt + 10 * index);
    try {
      Deno.utimeSync(file, time, time);
    } catch {
      // there is no log
    }
  }
}

function idOf(home: DamagedHome, body: string): string {
  return `m${home.rows(`select id from memories where body = '${body}'`)[0]?.id}`;
}

const AGAIN: Readonly<Record<string, (home: DamagedHome) => void>> = {
  "the data folder was copied": copyAll,
  "its time has changed": (home) => Deno.utimeSync(home.aside, Date.now() / 1000, Date.now() / 1000),
  "its mark has lost its time": (home) => Deno.utimeSync(`${home.aside}.salvaged`, 0, 0),
};
for (const [why, touch] of Object.entries(AGAIN)) {
  Deno.test(`what was edited, forgotten or used up since does not come again where ${why}`, async () => {
    using home = new DamagedHome();
    home.keep(home.start(0), home.prompt(1, "first"), { ...home.edit(2, "one"), toolUseId: null });
    await memory(home, "add", "--category", "DECISION", BODY);
    await memory(home, "add", "--category", "DECISION", FORGOTTEN);
    home.withStore((store) => {
      store.run("insert into tool_callers values ('toolu_1', 's', null, ?)", at(1));
      store.run("insert into ghap_premortems values ('s', '', ?)", at(1));
    });
    home.setAside();
    home.keep(home.start(10), home.prompt(11, "second"));
    await memory(home, "add", "--category", "DECISION", "Deploys happen on Tuesdays only");
    await memory(home, "add", "--category", "DECISION", "The parser is generated from its grammar");
    await home.process();
    await memory(home, "edit", idOf(home, BODY), "--body", EDITED);
    await memory(home, "forget", idOf(home, FORGOTTEN));
    home.withStore((store) => store.run("delete from tool_callers"));
    home.withStore((store) => store.run("delete from ghap_premortems"));
    const tables = ["memories", "prompts", "pending_queue", "sessions", "tool_callers", "ghap_premortems"];
    const all = () => tables.map((table) => home.rows(`select * from ${table} order by 1`));
    const before = all();
    touch(home);
    assertEquals(waitingFiles(home.paths), [home.aside]);
    assertEquals(await home.process(), 0);
    assertEquals(all(), before);
    assertEquals(waitingFiles(home.paths), []);
  });
}

Deno.test("what was changed since a salvage was killed does not come twice, and what is like another is not lost", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0));
  const add = (table: string, columns: string, ...rows: string[]) =>
    home.withStore((store) =>
      rows.forEach((row) => store.run(`insert into ${table} (${columns}) values (${row})`))
    );
  const memories = "category, body, source, created_at, updated_at";
  const ghap = "session_id, project, domain, strategy, goal, hypothesis, action, prediction, created_at";
  const ghapOf = (goal: string, minute: number) =>
    `'s', 'p', 'd', 's', '${goal}', 'h', 'a', 'p', '${at(minute)}'`;
  const imported = (body: string) => `'DECISION', '${body}', 'import', '${at(1)}', '${at(1)}'`;
  add("memories", memories, imported("one"), imported("two"), imported("three"));
  add("ghap", ghap, ghapOf("goal", 1));
  add("project_values", "text, created_at", `'Round once', '${at(1)}'`);
  home.setAside();
  add("memories", memories, ...[10, 11, 12].map((n) => `'DECISION', '${n}', 'user', '${at(n)}', ''`));
  add("ghap", ghap, ghapOf("other", 10));
  add("project_values", "text, created_at", `'Another', '${at(10)}'`);
  await home.process();
  // As if it had been killed when one of three was not there yet.
  Deno.writeTextFileSync(`${home.aside}.salvaged`, "begun\n");
  Deno.utimeSync(`${home.aside}.salvaged`, 0, 0);
  home.withStore((store) => {
    store.run("update memories set body = 'two, edited' where body = 'two'");
    store.run("delete from memories where body = 'one'");
    store.run("update ghap set status = 'confirmed', result = 'so it was'");
    store.run("update project_values set use_count = use_count + 1");
  });
  assertEquals(await home.process(), 1);
  assertEquals(
    home.rows("select body from memories where source = 'import' order by body").map(({ body }) => body),
    ["one", "three", "two, edited"],
  );
  assertEquals(home.rows("select count(*) as n from ghap"), [{ n: 2 }]);
  assertEquals(home.rows("select count(*) as n from project_values"), [{ n: 2 }]);
});

Deno.test("a salvage that was begun is not taken for one that is over where the data folder was copied", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"));
  home.setAside();
  home.prepare();
  Deno.writeTextFileSync(`${home.aside}.salvaged`, "begun\n");
  copyAll(home);
  assert(await home.process() > 0);
  assertEquals(home.rows("select text from prompts"), [{ text: "first" }]);
});

Deno.test("what came late is brought back, though the data folder was copied before anybody looked", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"));
  const late = lateWriter(home.paths.database);
  home.setAside();
  home.prepare();
  await home.process();
  addLate(late);
  copyAll(home);
  assertEquals(await home.process(), 1);
  assertEquals(home.rows("select text from prompts order by text"), [{ text: "first" }, { text: "late" }]);
  late.close();
});

Deno.test("what came late is brought back where the database was a user's link", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"));
  const elsewhere = `${home.root}/elsewhere.db`;
  Deno.renameSync(home.paths.database, elsewhere);
  Deno.symlinkSync(elsewhere, home.paths.database);
  const late = lateWriter(home.paths.database);
  home.setAside();
  home.prepare();
  await home.process();
  assertEquals(waitingFiles(home.paths), []);
  addLate(late);
  assertEquals(await home.process(), 1);
  assertEquals(home.rows("select text from prompts order by text"), [{ text: "first" }, { text: "late" }]);
  late.close();
});

/** As a hook has it open, which never closes it. */
function lateWriter(path: string): DatabaseSync {
  const late = new DatabaseSync(path);
  late.exec("pragma wal_autocheckpoint=0; select * from prompts");
  return late;
}

function addLate(late: DatabaseSync): void {
  late.exec(
    `insert into prompts (session_id, number, text, created_at) values ('${SESSION}', 2, 'late', '${at(2)}')`,
  );
}
