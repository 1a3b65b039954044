// What somebody has forgotten does not come back from a database that was set aside as damaged, and nothing else is lost.
import { DatabaseSync } from "node:sqlite";
import { Command } from "commander";
import { callCommand } from "../../src/cli/commands/call.ts";
import { processCommand } from "../../src/cli/commands/process.ts";
import { projectsCommand } from "../../src/cli/commands/projects.ts";
import { pruneCommand } from "../../src/cli/commands/prune.ts";
import { valuesCommand } from "../../src/cli/commands/values.ts";
import { bringBackFirst, OF_AN_AGENT } from "../../src/cli/process/bring_back_first.ts";
import { lockProcessing } from "../../src/cli/process/process_lock.ts";
import { forgetMemory } from "../../src/store/forget_memory.ts";
import { memoryByRow } from "../../src/store/memories.ts";
import type { Store } from "../../src/store/store.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { at, DamagedHome, SESSION } from "../_support/damaged_home.ts";
import { memory } from "../_support/forgetting.ts";
import { isThere } from "../../src/cli/is_there.ts";

const BODY = "We keep the ledger in whole cents";
const KEPT = "We deploy on Thursdays only";

/** Set aside with two memories, one of which is saved again beside it. */
async function homeWithMemories(): Promise<DamagedHome> {
  const home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, `${BODY}, please fix the cart`), home.prompt(2, "and go on"));
  await memory(home, "add", "--category", "DECISION", BODY);
  await memory(home, "add", "--category", "DECISION", KEPT);
  home.setAside();
  home.keep(home.start(10), home.prompt(11, "go on with the shop"));
  await memory(home, "add", "--category", "DECISION", BODY);
  return home;
}

function bodies(home: DamagedHome): unknown[] {
  return home.rows("select body from memories where status <> 'deleted' order by body")
    .map(({ body }) => body);
}

Deno.test("a memory that is forgotten while a damaged database waits is forgotten there, too", async () => {
  using home = await homeWithMemories();
  await memory(home, "forget", "m1", "--source");
  await home.process();
  assertEquals(bodies(home), [KEPT]);
  assertEquals(home.rows("select text from prompts order by number"), [
    { text: "[forgotten]" },
    { text: "and go on" },
    { text: "go on with the shop" },
  ]);
});

Deno.test("memory forget --backups removes a damaged database once the rest of it is brought back", async () => {
  using home = await homeWithMemories();
  const said = await memory(home, "forget", "m1", "--source", "--backups");
  assertMatch(said, /removed the backup .*\.corrupt-/);
  assert(!isThere(home.aside));
  await home.process();
  assertEquals(bodies(home), [KEPT]);
});

Deno.test("a project that is forgotten does not come back, whatever a hook still writes to the damaged database", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"), home.edit(2, "one"));
  await memory(home, "add", "--category", "DECISION", BODY);
  home.withStore((store) =>
    store.run("insert into code_files values (?, 'a.ts', 'hash', 1, ?)", home.project, at(0))
  );
  const late = new DatabaseSync(home.paths.database); // as a hook has it open, which never closes it
  late.exec("select * from prompts");
  home.setAside();
  home.keep({ ...home.start(10), session: home.session("other", `${home.root}/other`) });
  const { error } = await home.run(projectsCommand(), ["forget", home.project, "--yes"]);
  assertEquals(error, undefined);
  late.exec(
    `insert into prompts (session_id, number, text, created_at) values ('${SESSION}', 2, 'late', '${at(3)}')`,
  );
  await home.process();
  late.close();
  assertEquals(home.rows("select distinct project from sessions"), [{ project: `${home.root}/other` }]);
  assertEquals(home.rows("select text from prompts"), [{ text: "late" }]);
  assertEquals(home.rows("select * from memories"), []);
  assertEquals(home.rows("select * from pending_queue"), []);
  assertEquals(home.rows("select * from code_files"), []);
});

Deno.test("what was forgotten before the damaged database was read stays so, with its copies and what is known of it", async () => {
  using home = await homeWithMemories();
  const damaged = new DatabaseSync(home.aside);
  damaged.exec(
    `insert into project_values (project, text, created_at) values (null, 'as ${BODY}', '${at(3)}')`,
  );
  damaged.close();
  home.withStore((store: Store) => {
    store.transaction(() => forgetMemory(store, memoryByRow(store, 1)!, at(12)));
    store.run(`update forgotten_memories set traces = '{"files":["/a.db"]}'`);
  });
  const before = home.rows("select * from forgotten_memories");
  await home.process();
  assertEquals(bodies(home), [KEPT]);
  assertEquals(home.rows("select text from project_values"), [{ text: "as [forgotten]" }]);
  assertEquals(home.rows("select * from forgotten_memories"), before);
});

Deno.test("a memory that is saved again in its words beside the damage is one, as old as the earlier", async () => {
  using home = await homeWithMemories();
  const [saved] = home.rows("select created_at as at from memories");
  await home.process();
  assertEquals(bodies(home), [BODY, KEPT].sort());
  const [memory] = home.rows(`select created_at as at from memories where body = '${BODY}'`);
  assert(String(memory?.at) < String(saved?.at));
});

Deno.test("mneme process says once that nothing could be read of a damaged database", async () => {
  using home = new DamagedHome();
  home.prepare();
  home.setAside();
  home.keep(home.start(0));
  Deno.writeTextFileSync(home.aside, "no database at all\n".repeat(500));
  const said = async () => (await home.run(processCommand(), [])).stdout;
  assertMatch(
    await said(),
    /^Nothing could be read of .*\.corrupt-.*Z; `mneme doctor` says what is left to do$/m,
  );
  assert(!(await said()).includes("could be read"));
});

Deno.test("an agent that forgets a memory forgets one that waits in a damaged database, and its copies there", async () => {
  using home = await homeWithMemories();
  const kept = `as we know, ${BODY}`;
  const damaged = new DatabaseSync(home.aside);
  damaged.exec(
    `insert into project_values (project, text, created_at) values (null, '${kept}', '${at(3)}')`,
  );
  damaged.exec("update memories set body = 'other words' where id = 1");
  damaged.close();
  for (const id of ["m1", "m2"]) {
    const { error } = await home.run(callCommand(), ["forget_memory", JSON.stringify({ id })]);
    assertEquals(error, undefined);
  }
  await home.process();
  assertEquals(home.rows("select text from project_values"), [{ text: "as we know, [forgotten]" }]);
  assertEquals(bodies(home), ["other words"]);
});

Deno.test("an agent is told at once that a damaged database comes first, and nothing is forgotten by halves", async () => {
  using home = await homeWithMemories();
  const lock = lockProcessing(home.paths);
  const begun = Date.now();
  const { error } = await home.run(callCommand(), ["forget_memory", '{"id":"m1"}']);
  assert(Date.now() - begun < 5000);
  assertMatch(error?.message ?? "", /^Cannot forget while another `mneme process` .*[^\n]$/);
  lock?.[Symbol.dispose]();
  const impatient = new Command().action(() => bringBackFirst({ ...OF_AN_AGENT, workMs: -1 }));
  const late = await home.run(impatient, []);
  assertMatch(late.error?.message ?? "", /^Cannot forget yet: .*[^\n]$/);
  await home.process();
  assertEquals(bodies(home), [BODY, KEPT].sort());
});

Deno.test("who holds the lock for something else does not keep anybody from forgetting", async () => {
  using home = await homeWithMemories();
  await home.process();
  using _lock = lockProcessing(home.paths);
  const { error } = await home.run(callCommand(), ["forget_memory", '{"id":"m1"}']);
  assertEquals(error, undefined);
  assertEquals(bodies(home), [KEPT]);
});

Deno.test("values and captures that wait in a damaged database are forgotten and pruned with the others", async () => {
  using home = new DamagedHome();
  home.keep(home.start(0), home.prompt(1, "first"), home.edit(2, "one"));
  await home.run(valuesCommand(), ["add", "Round money once"]);
  home.setAside();
  home.keep({ ...home.start(10), session: home.session("other") });
  assertEquals((await home.run(valuesCommand(), ["forget", "v1"])).error, undefined);
  await home.process();
  assertEquals(home.rows("select text from project_values"), []);
  Deno.removeSync(`${home.aside}.salvaged`);
  home.setAside();
  home.prepare();
  assertEquals((await home.run(pruneCommand(), ["--older-than", "1d"])).error, undefined);
  await home.process();
  assertEquals(home.rows("select text from prompts"), []);
  assertEquals(home.rows("select id from pending_queue"), []);
});
