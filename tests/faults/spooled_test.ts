// What waits in the spool survives a session start, a session end and a `mneme process` that meet a fault or are killed.
import { DatabaseSync } from "node:sqlite";
import { isThere } from "../../src/cli/frame/typed_paths.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { namesIn, type RunOptions, TestHome } from "../_support/test_home.ts";
import { type Fault, FAULTS } from "./faults_table.ts";
import { canMount } from "./namespace.ts";
import { soundHome } from "./sound_home.ts";

const MOUNTS = canMount();
const IDS = ["spooled-1", "spooled-2", "spooled-3"];

/** The spool is taken away with the data folder, by the fault itself. */
const WITHOUT_SPOOL = ["data folder missing", "folders missing"];

const MET = FAULTS.filter(({ name }) => !WITHOUT_SPOOL.includes(name));

Deno.test("spooled events survive a session that meets any fault", async () => {
  await inParallel(MET.filter((fault) => fault.needsMount !== true), 3, drainInTrouble);
});

Deno.test({
  name: `spooled events survive a session on a full or read-only disk${
    MOUNTS ? "" : " (skipped: this machine lets nobody mount)"
  }`,
  ignore: !MOUNTS,
  fn: async () => {
    await inParallel(MET.filter((fault) => fault.needsMount === true), 3, drainInTrouble);
  },
});

Deno.test("a start that meets a lock says so if an event has waited for more than a day", async () => {
  using home = await soundHome();
  using database = new DatabaseSync(home.database);
  database.exec("begin immediate");
  const start = async () =>
    (await home.fire("SessionStart", { source: "startup", session_id: "later" })).stdout;
  assertEquals(await start(), "");
  Deno.renameSync(
    `${home.data}/spool/${home.spool()[0]}`,
    `${home.data}/spool/${Date.now() - 90_000_000}-1-a.jsonl`,
  );
  const told =
    /^mneme: records have waited for more than a day to be written .*; see `\S+\/mneme\S* doctor`$/;
  assertMatch(JSON.parse(await start()).systemMessage, told);
});

Deno.test("events before any session start are spooled, and leave nothing to look into", async () => {
  for (const isBeingMade of [false, true]) {
    using home = new TestHome();
    if (isBeingMade) home.write("data/memory.db", "");
    const call = { tool_name: "Read", tool_use_id: "t1", tool_input: { file_path: `${home.project}/a` } };
    await home.fire("UserPromptSubmit", { prompt: "round the totals" });
    await home.fire("PostToolUse", call);
    assertEquals([home.spool().length, home.log()], [2, ""]);
  }
});

async function drainInTrouble(fault: Fault): Promise<void> {
  using home = await soundHome();
  await spoolEvents(home);
  const lift = fault.arrange?.(home);
  const options = fault.run?.(home) ?? {};
  await runDrains(home, options);
  lift?.();
  assertHarmless(await home.fire("SessionStart", { session_id: "recovery" }), fault.name);
  assertEquals((await home.mneme(["process"])).code, 0);
  const left = { spool: home.spool(), rejected: namesIn(`${home.data}/spool/rejected`) };
  assertEquals({ fault: fault.name, ...left }, { fault: fault.name, spool: [], rejected: [] });
  // Nobody can say what was drained into pages that were found to be broken later; transcripts bring that back.
  if (fault.fate === "replayed") return;
  const found = home.rows(
    "select tool_use_id as id from pending_queue where tool_use_id like 'spooled-%' order by 1",
  );
  assertEquals({ fault: fault.name, found: found.map((row) => row.id) }, { fault: fault.name, found: IDS });
}

async function spoolEvents(home: TestHome): Promise<void> {
  Deno.renameSync(home.database, `${home.database}.away`);
  for (const id of IDS) {
    const call = { tool_name: "Bash", tool_use_id: id, tool_input: {}, tool_response: "x".repeat(20_000) };
    assertHarmless(await home.fire("PostToolUse", call), id);
  }
  assertEquals(home.spool().length, IDS.length);
  Deno.renameSync(`${home.database}.away`, home.database);
}

/** The full disk keeps what the last run in it left, so only one run can meet it. */
async function runDrains(home: TestHome, options: RunOptions): Promise<void> {
  assertHarmless(await home.fire("SessionStart", {}, options), "session-start");
  if (options.wrap?.some((word) => word.includes("tmpfs")) === true) return;
  assertHarmless(await home.fire("SessionEnd", {}, options), "session-end");
  await home.settle(); // the process that it leaves behind meets the fault, too
}

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
  assertEquals(home.count("pending_queue where not json_valid(payload)"), 0);
  assertEquals(namesIn(`${home.data}/spool/rejected`), []);
  assertEquals(home.spool(), []);
}

async function recover(home: TestHome): Promise<void> {
  await home.fire("SessionStart", { session_id: "recovery" });
  assertEquals((await home.mneme(["process"])).code, 0);
}

Deno.test("captures killed at any moment leave nothing half-written, and those that ended are there", async () => {
  using home = await soundHome();
  const ended = ["usual-0", "usual-1", "usual-2"];
  const usual = await inParallel(
    ended,
    3,
    async (id) => (await home.hook("post-tool-use", call(home, id))).ms,
  );
  const moments = Array.from(
    { length: KILLS },
    (_, i) => Math.ceil((i / KILLS) * 2 * Math.max(...usual)) + 1,
  );
  await inParallel(moments, 3, async (killAfterMs, i) => {
    const { code } = await home.hook("post-tool-use", call(home, `killed-${i}`), { killAfterMs });
    if (code === 0) ended.push(`killed-${i}`);
  });
  await recover(home);
  assertWhole(home);
  const kept = home.rows("select tool_use_id as id from pending_queue").map((row) => String(row.id));
  assertEquals(ended.filter((id) => !kept.includes(id)), []);
  assert(ended.length < usual.length + KILLS, "no capture was killed");
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
  const copy = "backups/daily-2026-03-01T00-00-00-000Z.db.7.tmp";
  const old = [`spool/${dead}`, copy, ...["-journal", "-wal", "-shm"].map((end) => copy + end)];
  const others = [`spool/${alive}`, "backups/of-a-person.tmp"];
  for (const path of [...old, ...others]) home.write(`data/${path}`, "half");
  const twoHoursAgo = Date.now() / 1000 - 7200;
  for (const path of [...old, others[1]!]) Deno.utimeSync(`${home.data}/${path}`, twoHoursAgo, twoHoursAgo);
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals([...old, ...others].filter((path) => isThere(`${home.data}/${path}`)), others);
});
