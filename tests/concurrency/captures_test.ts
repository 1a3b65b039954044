import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { TestHome } from "../_support/test_home.ts";
import { sleep } from "../_support/wait.ts";

const ROUNDS = 4;
const AT_ONCE = 50;

function call(home: TestHome, id: string): Record<string, unknown> {
  return home.payload("PostToolUse", {
    tool_name: "Bash",
    tool_use_id: id,
    tool_input: { command: "npm test" },
    tool_response: { stdout: "x".repeat(500) },
  });
}

/** Takes the write lock for 400 ms at a time, until `isOver`. */
async function takeLocks(path: string, isOver: () => boolean): Promise<void> {
  const database = new DatabaseSync(path, { timeout: 2000 });
  while (!isOver()) {
    database.exec("begin immediate");
    await sleep(400);
    database.exec("rollback");
    await sleep(50);
  }
  database.close();
}

Deno.test("50 captures at once, again and again, beside a process that holds the write lock: each a row, no word on stderr", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  let isOver = false;
  const locker = takeLocks(home.database, () => isOver);
  let spooled = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = Array.from({ length: AT_ONCE }, (_, i) => `toolu_${round}_${i}`);
    await inParallel(ids, AT_ONCE, async (id) => {
      const outcome = await home.hook("post-tool-use", call(home, id));
      assertHarmless(outcome, id);
      assertEquals(outcome.stdout, "");
    });
    spooled = Math.max(spooled, home.spool().length);
  }
  isOver = true;
  await locker;
  assert(spooled > 0, "nothing met the lock");
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(home.spool(), []);
  assertEquals(home.rows("select count(*) as n, count(distinct tool_use_id) as ids from pending_queue"), [
    { n: ROUNDS * AT_ONCE, ids: ROUNDS * AT_ONCE },
  ]);
  assertEquals(home.rows("select tool_count as n from sessions"), [{ n: ROUNDS * AT_ONCE }]);
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
  assertEquals(home.log().split("\n").filter((line) => / (failure|error) /.test(line)), []);
});

Deno.test("two session starts that drain one spool of 240 files bring each event in once", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  const ids = Array.from({ length: 240 }, (_, i) => `spooled-${i}`);
  Deno.renameSync(home.database, `${home.database}.away`);
  await inParallel(ids, 4, (id) => home.hook("post-tool-use", call(home, id)));
  Deno.renameSync(`${home.database}.away`, home.database);
  assertEquals(home.spool().length, ids.length);
  await inParallel(["a", "b"], 2, async (id) => {
    assertHarmless(await home.fire("SessionStart", { session_id: id }), id);
  });
  const afterStart = home.count("pending_queue");
  assert(Number(afterStart) >= 200, `a start brings in 200 files, these ${afterStart}`);
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(home.spool(), []);
  const found = home.column("select tool_use_id as id from pending_queue");
  assertEquals(found.sort(), ids.sort());
  assertEquals(home.count("event_log where event = 'hook.session_start'"), 3);
});
