import { assert, assertEquals } from "../_support/assert.ts";
import { inParallel } from "../_support/parallel.ts";
import { namesIn, type TestHome } from "../_support/test_home.ts";
import { soundHome } from "./sound_home.ts";

const KILLS = 80;

function call(home: TestHome, id: string): Record<string, unknown> {
  return home.payload("PostToolUse", {
    tool_name: "Bash",
    tool_use_id: id,
    tool_input: { command: "make" },
    tool_response: "x".repeat(20_000),
  });
}

function assertWhole(home: TestHome): void {
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
  assertEquals(home.rows("select count(*) as n from pending_queue where not json_valid(payload)"), [{
    n: 0,
  }]);
  assertEquals(namesIn(`${home.data}/spool/rejected`), []);
  assertEquals(home.spool(), []);
}

async function recover(home: TestHome): Promise<void> {
  await home.hook("session-start", home.payload("SessionStart", { session_id: "recovery" }));
  assertEquals((await home.mneme(["process"])).code, 0);
}

Deno.test("captures killed at any moment leave nothing half-written, and those that ended are there", async () => {
  using home = await soundHome();
  const usual = (await home.hook("post-tool-use", call(home, "usual"))).ms;
  const moments = Array.from({ length: KILLS }, (_, i) => Math.ceil((i / KILLS) * 2 * usual) + 1);
  const ended: string[] = ["usual"];
  await inParallel(moments, 3, async (killAfterMs, i) => {
    const { code } = await home.hook("post-tool-use", call(home, `killed-${i}`), { killAfterMs });
    if (code === 0) ended.push(`killed-${i}`);
  });
  await recover(home);
  assertWhole(home);
  const kept = home.rows("select tool_use_id as id from pending_queue").map((row) => String(row.id));
  assertEquals(ended.filter((id) => !kept.includes(id)), []);
  assert(ended.length > 1 && ended.length <= KILLS, `${ended.length} of ${KILLS} ended by themselves`);
  const counted = home.rows("select tool_count as n from sessions where session_id = 'session-1'");
  assertEquals(counted, home.rows("select count(*) as n from pending_queue where session_id = 'session-1'"));
});

Deno.test("a drain killed at any moment brings every spooled event in once", async () => {
  using home = await soundHome();
  Deno.renameSync(home.database, `${home.database}.away`);
  const ids = Array.from({ length: 60 }, (_, i) => `spooled-${i}`);
  await inParallel(ids, 3, (id) => home.hook("post-tool-use", call(home, id)));
  assertEquals(home.spool().length, ids.length);
  Deno.renameSync(`${home.database}.away`, home.database);
  for (let killAfterMs = 10; home.spool().length > 0 && killAfterMs < 1000; killAfterMs += 10) {
    await home.mneme(["process"], { killAfterMs });
  }
  await recover(home);
  assertWhole(home);
  const found = home.rows("select tool_use_id as id from pending_queue where tool_use_id like 'spooled-%'");
  assertEquals(found.map((row) => row.id).sort(), ids.sort());
});

Deno.test("what a killed writer left half-written is removed when it is surely dead, and no sooner", async () => {
  using home = await soundHome();
  const [dead, alive] = ["000000000000001-1-a.jsonl.1-x.tmp", "000000000000002-1-b.jsonl.1-y.tmp"] as const;
  for (const name of [dead, alive]) home.write(`data/spool/${name}`, "half");
  const twoHoursAgo = Date.now() / 1000 - 7200;
  Deno.utimeSync(`${home.data}/spool/${dead}`, twoHoursAgo, twoHoursAgo);
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(namesIn(`${home.data}/spool`), [alive]);
});
