import { DatabaseSync } from "node:sqlite";
import { bringBackDamaged } from "../../src/cli/process/bring_back_damaged.ts";
import { USUAL_BOUNDS, Workload } from "../../src/cli/process/workload.ts";
import { migrate } from "../../src/store/migrate.ts";
import { MIGRATIONS } from "../../src/store/migrations/all.ts";
import { noteReplayed, replayedFile } from "../../src/store/replay_progress.ts";
import { openAnyVersion } from "../../src/store/store.ts";
import { assert, assertEquals, assertRejects } from "../_support/assert.ts";
import { at, DamagedHome, log, SESSION } from "../_support/damaged_home.ts";

Deno.test("each capture has its own observation, though those of the damaged database had the same numbers", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.edit(1, "one"), home.edit(2, "two"));
  await home.process();
  home.keep(home.edit(3, "three")); // not yet told of when the damage is found
  home.setAside();
  home.keep(home.start(10), home.edit(11, "four"), home.edit(12, "five"), home.edit(13, "six"));
  await home.process();
  const told = home.rows(
    "select q.tool_use_id as id, o.text like '%' || q.tool_use_id || '.ts%' as own from pending_queue q " +
      "left join observations o on o.capture_id = q.id order by q.created_at",
  );
  assertEquals(told, ["one", "two", "three", "four", "five", "six"].map((id) => ({ id, own: 1 })));
});

Deno.test("a session that goes on beside the damage is one with what it had been", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"), home.edit(2, "one"), home.prompt(3, "second"));
  home.setAside();
  home.keep(home.start(10), home.prompt(11, "third"), home.edit(12, "two"));
  await home.process();
  Deno.utimeSync(`${home.aside}.salvaged`, 0, 0); // as if it had been killed before it wrote that it was done
  assertEquals(await home.process(), 0);
  assertEquals(
    home.rows("select title, started_at as at, prompt_count as prompts, tool_count as tools from sessions"),
    [{ title: "Changed one.ts, two.ts", at: at(0), prompts: 3, tools: 2 }],
  );
  assertEquals(home.rows("select number, text from prompts order by number"), [
    { number: 1, text: "first" },
    { number: 2, text: "second" },
    { number: 3, text: "third" },
  ]);
});

Deno.test("nothing is given up because the database could not be written while it was brought back", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"));
  home.setAside();
  home.prepare();
  using locker = new DatabaseSync(home.paths.database);
  locker.exec("begin immediate");
  using impatient = openAnyVersion(home.paths.database, 1);
  const workload = new Workload(impatient, USUAL_BOUNDS);
  await assertRejects(() => bringBackDamaged(impatient, home.paths, { workload, log }));
  locker.exec("rollback");
  assert(await home.process() > 0);
  assertEquals(home.rows("select text from prompts"), [{ text: "first" }]);
});

Deno.test("nothing is given up because somebody else holds the damaged database", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"));
  home.setAside();
  const holder = new DatabaseSync(home.aside);
  holder.exec("pragma locking_mode=exclusive; begin exclusive; update sessions set title = title");
  home.prepare();
  using store = openAnyVersion(home.paths.database);
  const workload = new Workload(store, USUAL_BOUNDS);
  await assertRejects(() => bringBackDamaged(store, home.paths, { workload, log }));
  holder.exec("rollback");
  holder.close();
  assert(await home.process() > 0);
});

Deno.test("a database of an older schema is brought back, one of a newer is left to the newer mneme", async () => {
  using home = new DamagedHome();
  home.prepare();
  home.setAside();
  Deno.removeSync(home.aside);
  const old = openAnyVersion(home.aside);
  migrate(old, MIGRATIONS.slice(0, 2));
  old.run(
    `insert into memories (project, category, body, source, created_at, updated_at)
       values (?, 'DECISION', 'kept since long', 'user', ?, ?)`,
    home.project,
    at(0),
    at(0),
  );
  old.execute("pragma user_version=999");
  assertEquals(await home.process(), 0);
  old.execute("pragma user_version=2");
  old.close();
  assertEquals(await home.process(), 1);
  assertEquals(home.rows("select body from memories"), [{ body: "kept since long" }]);
});

Deno.test("what a hook still writes to a database that was set aside is brought back, too", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"));
  const late = new DatabaseSync(home.paths.database); // as a hook has it open, which never closes it
  late.exec("select * from prompts");
  home.setAside();
  home.prepare();
  await home.process();
  late.exec(
    `insert into prompts (session_id, number, text, created_at) values ('${SESSION}', 2, 'late', '${at(2)}')`,
  );
  assertEquals(await home.process(), 1);
  assertEquals(home.rows("select text from prompts order by text"), [{ text: "first" }, { text: "late" }]);
  assertEquals(await home.process(), 0);
  late.close();
});

Deno.test("rows on both sides of several broken pages come back, and those of the first and last page", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0));
  const long = (i: number) => `[${i}] ${"word ".repeat(1600)}`; // each ends on pages of its own
  home.withStore((store) =>
    store.transaction(() => {
      for (let i = 1; i <= 60; i++) {
        store.run(
          "insert into prompts (session_id, number, text, created_at) values (?, ?, ?, ?)",
          SESSION,
          i,
          long(i),
          at(i),
        );
      }
    })
  );
  home.withStore((store) =>
    noteReplayed(store, "/a.jsonl", { size: 1, mtimeMs: 1, since: null, hasCandidates: false })
  );
  const broken = [1, 20, 21, 40, 60];
  for (const i of broken) spoilEnd(home.paths.database, long(i));
  home.setAside();
  home.prepare();
  await home.process();
  const kept = home.rows("select number from prompts order by number") as { number: number }[];
  const wanted = Array.from({ length: 60 }, (_, i) => i + 1).filter((i) => !broken.includes(i));
  assertEquals(kept.map(({ number }) => number), wanted);
  // The transcript may still have what could not be read.
  assertEquals(home.withStore((store) => replayedFile(store, "/a.jsonl")), undefined);
});

/** Breaks the chain of pages that a long text goes on in, so that it cannot be read. */
function spoilEnd(path: string, text: string): void {
  using file = Deno.openSync(path, { read: true, write: true });
  const bytes = Deno.readFileSync(path);
  const found = indexOf(bytes, new TextEncoder().encode(text.slice(0, 40)));
  assert(found > 0, "the text is not there");
  const cell = new DataView(bytes.buffer);
  const page = 4096 * Math.floor(found / 4096);
  // The number of the next page stands behind what the cell holds of the text.
  for (let i = found; i <= page + 4092; i++) {
    const next = cell.getUint32(i);
    if (next > 1 && next < bytes.length / 4096 && bytes[i] === 0 && bytes[i + 1] === 0) {
      file.seekSync(i, Deno.SeekMode.Start);
      file.writeSync(new Uint8Array([0x7f, 0xff, 0xff, 0xff]));
      return;
    }
  }
  throw new Error("no chain was found");
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let i = 0; i + wanted.length <= bytes.length; i++) {
    if (wanted.every((byte, at) => bytes[i + at] === byte)) return i;
  }
  return -1;
}

/** The clock that a file system reads for its files moves in ticks, and is behind by up to one. */
const TICK_MS = 9;

Deno.test("what a hook writes to the damaged database while it is read is brought back by the next run", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"));
  home.setAside();
  home.prepare();
  using store = openAnyVersion(home.paths.database);
  const workload = new Workload(store, USUAL_BOUNDS);
  let hook: DatabaseSync | undefined;
  workload.rest = () => {
    if (hook !== undefined) return Promise.resolve();
    hook = new DatabaseSync(home.aside);
    hook.exec("pragma wal_autocheckpoint=0");
    hook.exec(
      "insert into prompts (session_id, number, text, created_at) values ('session-1', 2, 'late', '')",
    );
    const changedAt = new Date(Date.now() - TICK_MS);
    for (const file of [home.aside, `${home.aside}-wal`]) Deno.utimeSync(file, changedAt, changedAt);
    return Promise.resolve();
  };
  await bringBackDamaged(store, home.paths, { workload, log });
  assert(hook !== undefined);
  await bringBackDamaged(store, home.paths, { workload, log });
  assertEquals(home.rows("select text from prompts order by number"), [{ text: "first" }, { text: "late" }]);
  hook.close();
});
