// A database that was set aside may be looked at again: somebody wrote to it late, or the data folder was copied. Nothing
// may come twice or return, and nothing be lost.
import { DatabaseSync } from "node:sqlite";
import { memoryCommand } from "../../src/cli/commands/memory.ts";
import { waitingFiles } from "../../src/cli/process/set_aside_files.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { at, DamagedHome, SESSION } from "../_support/damaged_home.ts";

const BODY = "We keep the ledger in whole cents";
const EDITED = "We keep the ledger in whole cents, never in floats";
const FORGOTTEN = "The staging key is in the drawer of Ada";

async function memory(home: DamagedHome, ...args: string[]): Promise<void> {
  const { error } = await home.run(memoryCommand(), args);
  if (error !== undefined) throw error;
}

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
