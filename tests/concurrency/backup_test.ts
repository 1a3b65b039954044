import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import type { Outcome } from "../_support/run_program.ts";
import { rowsIn, TestHome } from "../_support/test_home.ts";

const ROUNDS = 8;
const AT_ONCE = 20;

function capture(home: TestHome, id: string): Promise<Outcome> {
  const call = { tool_name: "Bash", tool_use_id: id, tool_input: { command: `echo ${id}` } };
  return home.fire("PostToolUse", { ...call, tool_response: { stdout: "x".repeat(500) } });
}

async function captureAll(home: TestHome, prefix: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const ids = Array.from({ length: AT_ONCE }, (_, i) => `${prefix}_${round}_${i}`);
    await inParallel(ids, AT_ONCE, async (id) => assertHarmless(await capture(home, id), id));
  }
}

function idsIn(path: string): unknown[] {
  assertEquals(rowsIn(path, "pragma integrity_check"), [{ integrity_check: "ok" }]);
  return rowsIn(path, "select id from pending_queue order by id").map(({ id }) => id);
}

Deno.test("backups taken under concurrent captures are sound and hold a prefix of the rows", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  let isOver = false;
  const captures = captureAll(home, "toolu").finally(() => isOver = true);
  const sizes: number[] = [];
  for (let i = 0; !isOver; i++) {
    const file = `${home.root}/copy-${i}.db`;
    assertEquals((await home.mneme(["backup", file])).code, 0);
    const ids = idsIn(file);
    assertEquals(ids, ids.map((_, at) => at + 1));
    sizes.push(ids.length);
  }
  await captures;
  assert(sizes.some((size) => size > 0 && size < ROUNDS * AT_ONCE), `no backup came between: ${sizes}`);
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(home.count("pending_queue"), ROUNDS * AT_ONCE);
});

/** So much that to copy it takes longer than a capture. */
function fill(home: TestHome): void {
  home.change(
    `insert into event_log (session_id, event, data, created_at)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
       select 'filler', 'filler', hex(randomblob(500)), strftime('%Y-%m-%dT%H:%M:%fZ') from numbers`,
  );
}

Deno.test("restore under concurrent captures loses none: each is in the database or in the copy of what it replaced", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  fill(home);
  await capture(home, "before");
  const file = `${home.root}/copy.db`;
  assertEquals((await home.mneme(["backup", file])).code, 0);
  await capture(home, "between");
  const ids: string[] = [];
  let isOver = false;
  const captures = inParallel(Array.from({ length: 6 }, (_, at) => at), 6, async (at) => {
    for (let round = 0; !isOver; round++) {
      const id = `during_${at}_${round}`;
      ids.push(id);
      assertHarmless(await capture(home, id), id);
    }
  });
  const { replaced } = await home.json(["restore", file]).finally(() => isOver = true);
  await captures;
  await capture(home, "after");
  assertEquals((await home.mneme(["process"])).code, 0);
  const [now, kept] = [home.database, replaced].map((path) =>
    rowsIn(path, "select tool_use_id as id from pending_queue").map(({ id }) => String(id))
  ) as [string[], string[]];
  assert(now.includes("before") && now.includes("after"));
  assert(!now.includes("between") && kept.includes("between"));
  assertEquals(ids.filter((id) => !now.includes(id) && !kept.includes(id)), []);
  assert(ids.some((id) => kept.includes(id)) && ids.some((id) => now.includes(id)));
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
});
