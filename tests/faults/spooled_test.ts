// What waits in the spool survives a session start, a session end and a `mneme process` that meet a fault.
import { assertEquals } from "../_support/assert.ts";
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

Deno.test("events before any session start are spooled, and leave nothing to look into", async () => {
  for (const isBeingMade of [false, true]) {
    using home = new TestHome();
    if (isBeingMade) home.write("data/memory.db", "");
    const call = { tool_name: "Read", tool_use_id: "t1", tool_input: { file_path: `${home.project}/a` } };
    await home.hook("user-prompt-submit", home.payload("UserPromptSubmit", { prompt: "round the totals" }));
    await home.hook("post-tool-use", home.payload("PostToolUse", call));
    assertEquals([home.spool().length, home.log()], [2, ""]);
  }
});

async function drainInTrouble(fault: Fault): Promise<void> {
  using home = await soundHome();
  await spoolEvents(home);
  const lift = fault.arrange(home);
  const options = fault.run?.(home) ?? {};
  await runDrains(home, options);
  lift?.();
  assertHarmless(
    await home.hook("session-start", home.payload("SessionStart", { session_id: "recovery" })),
    fault.name,
  );
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
    assertHarmless(await home.hook("post-tool-use", home.payload("PostToolUse", call)), id);
  }
  assertEquals(home.spool().length, IDS.length);
  Deno.renameSync(`${home.database}.away`, home.database);
}

/** The full disk keeps what the last run in it left, so only one run can meet it. */
async function runDrains(home: TestHome, options: RunOptions): Promise<void> {
  assertHarmless(await home.hook("session-start", home.payload("SessionStart"), options), "session-start");
  if (options.wrap?.some((word) => word.includes("tmpfs")) === true) return;
  assertHarmless(await home.hook("session-end", home.payload("SessionEnd"), options), "session-end");
  await home.settle(); // the process that it leaves behind meets the fault, too
}
