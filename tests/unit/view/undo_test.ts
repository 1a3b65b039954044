import { asUserError } from "../../../src/cli/frame/attempt.ts";
import { forgetMemories, keepTraces } from "../../../src/store/forget.ts";
import { insertMemory, memoryByRow } from "../../../src/store/memories.ts";
import { adoptMemory } from "../../../src/store/others.ts";
import { saveMemory, supersede } from "../../../src/store/save_memory.ts";
import { sql } from "../../../src/store/sql.ts";
import { noteOpened } from "../../../src/store/tellings.ts";
import { StoreError } from "../../../src/store/store_error.ts";
import { Actions } from "../../../src/view/actions.ts";
import { recordChange, takeBack } from "../../../src/view/undo.ts";
import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { draft, MemoryStore, PROJECT, test } from "../store/memory_store.ts";

const AT = "2026-03-01T10:00:00.000Z";
const LATER = "2026-03-02T10:00:00.000Z";

function rows(home: MemoryStore): unknown[] {
  return home.store.all("select * from memories order by id").map((row) => ({ ...row }));
}

test("takeBack() puts back what was changed and replaced, and takes out what was added", (home) => {
  const { store } = home;
  insertMemory(store, draft("Use npm for installs"), { status: "active", at: AT });
  insertMemory(store, draft("Use pnpm for installs, never npm"), { status: "candidate", at: AT });
  const before = rows(home);
  const { change } = recordChange(store, () =>
    store.transaction(() => {
      saveMemory(store, draft("Use pnpm for installs, never npm"), LATER);
      insertMemory(store, draft("Deploy on Fridays"), { status: "active", at: LATER });
    }));
  assertEquals(rows(home).length, 3);
  store.run(sql`insert into openings (session_id, item, created_at) values ('session-1', 'm3', ${LATER})`);
  store.run(sql`insert into tellings (session_id, hook, items, tokens, text, created_at)
    values ('session-1', 'start', '["m3"]', 9, 'm3 · Deploy on Fridays', ${LATER})`);
  takeBack(store, change);
  assertEquals(rows(home), before);
  const left = store.column("select item from openings union all select text from tellings");
  assertEquals(left, ["m3 · (not kept any more)"]);
});

test("takeBack() also undoes the edit of a memory that an agent has opened since", ({ store }) => {
  const row = insertMemory(store, draft("Use npm for installs"), { status: "active", at: AT });
  const edit = sql`update memories set body = 'Use yarn for installs' where id = ${row}`;
  const { change } = recordChange(store, () => store.run(edit));
  noteOpened(store, { sessionId: "session-1" }, [`m${row}`], LATER);
  takeBack(store, change);
  const undone = store.all("select body, use_count from memories").map((one) => ({ ...one }));
  assertEquals(undone, [{ body: "Use npm for installs", use_count: 1 }]);
});

test("takeBack() does nothing where something was changed again since", ({ store }) => {
  const row = insertMemory(store, draft("Use npm for installs"), { status: "active", at: AT });
  const rename = (body: string) => store.run(sql`update memories set body = ${body} where id = ${row}`);
  const { change } = recordChange(store, () => rename("Use yarn for installs"));
  rename("Use pnpm for installs");
  assertThrows(() => takeBack(store, change), /changed again since/);
  assertEquals(store.value("select body from memories"), "Use pnpm for installs");
});

test("takeBack() refuses to leave a member's memory to the user that sync has let go of since", ({ store }) => {
  const row = insertMemory(store, draft("Use npm for installs"), { status: "active", at: AT });
  store.execute(`update memories set author = 'anna';
    insert into sync_records (space, record, kind, ref, history, author, digest)
    values ('team:web', 'r', 'memory', '${row}', '{}', 'anna', '')`);
  const undone = (sync: string) => {
    const { change } = recordChange(store, () => {
      adoptMemory(store, memoryByRow(store, row)!, LATER);
      supersede(store, row, null, LATER);
    });
    store.execute(sync);
    takeBack(store, change);
    const { status, author, evidence } = memoryByRow(store, row)!;
    return [status, author, evidence];
  };
  assertEquals(undone(""), ["active", "anna", null]);
  assertThrows(() => undone("update sync_records set ref = 'hidden'"), /has taken it back/);
});

test("takeBack() of a forget keeps what an earlier forget of the same words has left", (home) => {
  const { store } = home;
  const [first, second] = [PROJECT, "/home/dev/shop"].map((project) =>
    insertMemory(store, draft("Use pnpm for installs", { project }), { status: "active", at: AT })
  );
  forgetMemories(store, [memoryByRow(store, first!)!], AT);
  keepTraces(store, first!, { rows: [{ table: "prompts", id: 1 }], files: [] });
  const kept = () => store.all("select * from forgotten_memories").map((row) => ({ ...row }));
  const before = [kept(), rows(home)];
  const { change } = recordChange(store, () => forgetMemories(store, [memoryByRow(store, second!)!], LATER));
  assertEquals(kept().map(({ memory_id }) => memory_id), [second, first]);
  takeBack(store, change);
  assertEquals([kept(), rows(home)], before);
});

test("recordChange() leaves nothing behind on the connection, also where the work fails", ({ store }) => {
  assertThrows(() => recordChange(store, () => JSON.parse("no")));
  assertEquals(recordChange(store, () => 7), { result: 7, change: [] });
  assertEquals(store.all("select name from temp.sqlite_schema"), []);
});

const explain = (error: unknown) => asUserError("do this", error);
const told = (actions: Actions) => actions.list().map(({ state, lines }) => [state, ...lines].join(": "));

Deno.test("Actions does what waits only once it is over, and not where it was undone", async () => {
  const actions = new Actions(explain, () => {});
  const done: string[] = [];
  const dropped = actions.later("Drop", ["m1"], ["Use pnpm"], () => (done.push("m1"), ["Dropped m1"]));
  actions.later("Drop", ["m2"], [], () => (done.push("m2"), ["Dropped m2"]));
  assertThrows(() => actions.later("Forget", ["m2"], [], () => []), /is about to be removed/);
  assert(actions.hasOpen());
  assertEquals(actions.list().at(-1)!.lines, ["Drop m1 in 10 s", "Use pnpm"]);
  assertEquals(actions.undo(dropped.id).state, "undone");
  assertEquals(done, []);
  await actions.finishAll();
  assertEquals(done, ["m2"]);
  assertEquals(told(actions), ["done: Dropped m2", "undone: m1 stays"]);
  assert(!actions.hasOpen());
});

Deno.test("Actions ends only when a removal that has begun is done, also where it is told to end twice", async () => {
  const actions = new Actions(explain, () => {});
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  actions.later("Forget", ["m1"], [], () => promise);
  const ends = [actions.finishAll(), actions.finishAll()];
  setTimeout(() => resolve(["Forgot m1"]), 20);
  await Promise.race(ends);
  assertEquals(told(actions), ["done: Forgot m1"]);
});

Deno.test("Actions tells of a removal that failed, and takes nothing back twice", async () => {
  const actions = new Actions(explain, () => {});
  actions.later("Forget", ["m1"], [], () => Promise.reject(new StoreError("busy", "database is locked")));
  await actions.finishAll();
  const why = "Forget m1 failed: Cannot do this: database is locked; try again in a moment";
  assertEquals(told(actions), [`failed: ${why}`]);
  const clock = Date.now;
  Date.now = () => clock() + 60_000; // somebody comes back to the page
  const [failed] = actions.list();
  Date.now = clock;
  assert(failed?.is_fresh);
  let undone = 0;
  const { id } = actions.add({ lines: ["Kept m2"], undo: () => (undone++, ["m2 is as before"]) });
  actions.undo(id);
  assertThrows(() => actions.undo(id), /Cannot undo this any more/);
  assertThrows(() => actions.undo(99), /Cannot undo/);
  assertEquals(undone, 1);
});

Deno.test("Actions keeps a change beside fifty removals that wait, and ends them all whatever is done meanwhile", async () => {
  const actions = new Actions(explain, () => {});
  const keep = () => actions.add({ lines: [], undo: () => [] });
  const first = keep();
  let done = 0;
  const removal = () => Promise.resolve().then(() => (keep(), [`${++done}`]));
  for (let i = 0; i < 50; i++) actions.later("Drop", [`m${i}`], [], removal);
  assertThrows(() => actions.undo(first.id), /Cannot undo this any more/);
  assertEquals(actions.undo(keep().id).state, "undone");
  await actions.finishAll();
  assertEquals(done, 50);
});
