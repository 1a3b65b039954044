import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { TestHome } from "../_support/test_home.ts";

const ROUNDS = 15;
const AT_ONCE = 20;

function call(home: TestHome, id: string): Record<string, unknown> {
  return home.payload("PostToolUse", {
    tool_name: "Bash",
    tool_use_id: id,
    tool_input: { command: `echo ${id}` },
    tool_response: { stdout: "x".repeat(500) },
  });
}

async function captureAll(home: TestHome, prefix: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const ids = Array.from({ length: AT_ONCE }, (_, i) => `${prefix}_${round}_${i}`);
    await inParallel(
      ids,
      AT_ONCE,
      async (id) => assertHarmless(await home.hook("post-tool-use", call(home, id)), id),
    );
  }
}

function idsIn(path: string): number[] {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    assertEquals({ ...copy.prepare("pragma integrity_check").get() }, { integrity_check: "ok" });
    return copy.prepare("select id from pending_queue order by id").all().map(({ id }) => Number(id));
  } finally {
    copy.close();
  }
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
  const database = new DatabaseSync(home.database);
  database.exec(
    `insert into event_log (session_id, event, data, created_at)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
       select 'filler', 'filler', hex(randomblob(500)), strftime('%Y-%m-%dT%H:%M:%fZ') from numbers`,
  );
  database.close();
}

Deno.test("restore under concurrent captures loses none: each is in the database or in the copy of what it replaced", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  fill(home);
  await home.hook("post-tool-use", call(home, "before"));
  const file = `${home.root}/copy.db`;
  assertEquals((await home.mneme(["backup", file])).code, 0);
  await home.hook("post-tool-use", call(home, "between"));
  const ids: string[] = [];
  let isOver = false;
  const captures = inParallel(Array.from({ length: 6 }, (_, at) => at), 6, async (at) => {
    for (let round = 0; !isOver; round++) {
      const id = `during_${at}_${round}`;
      ids.push(id);
      assertHarmless(await home.hook("post-tool-use", call(home, id)), id);
    }
  });
  const restored = await home.mneme(["restore", file, "--json"]).finally(() => isOver = true);
  await captures;
  assertEquals(restored.code, 0, restored.stderr);
  await home.hook("post-tool-use", call(home, "after"));
  assertEquals((await home.mneme(["process"])).code, 0);
  const { replaced } = JSON.parse(restored.stdout);
  const now = home.rows("select tool_use_id as id from pending_queue").map(({ id }) => String(id));
  const old = new DatabaseSync(replaced, { readOnly: true });
  const kept = old.prepare("select tool_use_id as id from pending_queue").all().map(({ id }) => String(id));
  old.close();
  assert(now.includes("before") && now.includes("after"));
  assert(!now.includes("between") && kept.includes("between"));
  assertEquals(ids.filter((id) => !now.includes(id) && !kept.includes(id)), []);
  assert(ids.some((id) => kept.includes(id)) && ids.some((id) => now.includes(id)));
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
});
