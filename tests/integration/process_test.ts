import { SCHEMA_VERSION } from "../../src/store/store.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { fillHome } from "../_support/busy_home.ts";
import { namesIn, TestHome } from "../_support/test_home.ts";

type Fields = Readonly<Record<string, unknown>>;

let calls = 0;

function call(home: TestHome, fields: Fields): Fields {
  return home.payload("PostToolUse", {
    tool_name: "Bash",
    tool_use_id: `toolu_${calls++}`,
    prompt_id: "prompt-1",
    tool_response: { stdout: "" },
    ...fields,
  });
}

function edit(home: TestHome, path: string, fields: Fields = {}): Fields {
  const tool_input = { file_path: `${home.project}/${path}`, old_string: "a = 1", new_string: "a = 2" };
  return call(home, { tool_name: "Edit", tool_input, ...fields });
}

async function capture(home: TestHome, ...payloads: Fields[]): Promise<void> {
  for (const payload of payloads) assertEquals((await home.hook("post-tool-use", payload)).code, 0);
}

function pending(home: TestHome): number {
  return home.count("pending_queue where status = 'raw'");
}

Deno.test("what rests for long is processed whichever session has ended", async () => {
  using home = new TestHome();
  await fillHome(home, { sessions: 2, capturesPerSession: 20, spooled: 3 });
  const report = await home.json(["process", "--session", "another"]);
  assertEquals([report.drained, report.sessions, pending(home)], [3, 3, 0]);
});

Deno.test("retention takes calls that have become old since another run, as a restored one or a clock set right", async () => {
  using home = new TestHome();
  await fillHome(home, { sessions: 1, capturesPerSession: 3 });
  home.write("data/config.yaml", "retention: { raw_days: 3 }\n");
  await home.json(["process"]);
  await capture(home, edit(home, "late.ts"));
  await home.json(["process"]);
  home.change("update pending_queue set created_at = '2020-01-01T00:00:00.000Z'");
  assertEquals((await home.json(["process"])).pruned, { payloads: 1, events: 0, candidates: 0, state: 0 });
});

Deno.test("one process works at a time; the other one says so and ends well", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  await capture(home, edit(home, "a.ts"));
  {
    using file = Deno.openSync(`${home.data}/state/process.lock`, { write: true, create: true });
    assert(file.tryLockSync(true));
    const { code, stdout } = await home.mneme(["process"]);
    assertEquals([code, stdout], [
      0,
      "Another mneme command is using the database; run `mneme process` again later\n",
    ]);
    assertEquals(await home.json(["process"]), { busy: true });
    assertEquals(pending(home), 1);
  }
  assertEquals((await home.json(["process"])).processed, 1);
});

Deno.test("retention takes the payloads of old captures and leaves their rows and observations", async () => {
  using home = new TestHome();
  await fillHome(home, { sessions: 4, capturesPerSession: 30 });
  home.write("data/config.yaml", "retention: { raw_days: 3 }\n");
  const before = home.count("pending_queue");
  const report = await home.json(["process"]);
  assertEquals(report.pruned, { payloads: 160, events: 20, candidates: 0, state: 3 });
  assertEquals(home.count("pending_queue"), before);
  assertEquals(home.column("select distinct payload from pending_queue"), ['{"pruned":true}']);
  assert(home.count("observations where session_id = 'busy-1'") > 10);
  const events = home.column("select distinct event from event_log where session_id = 'long-ago'");
  assertEquals(events, ["context.injected"]);
});

Deno.test("a start leaves the upgrade of a large database to mneme process, and says so", async () => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  home.change("pragma user_version=17");
  Deno.truncateSync(`${home.data}/memory.db`, 201e6);
  const { stdout } = await home.fire("SessionStart", { source: "startup", session_id: "later" });
  assertMatch(
    JSON.parse(stdout).systemMessage,
    /the database is being upgraded; until this is done in the background, .* this session's records in the spool/,
  );
  await home.settle();
  assertEquals(home.spool(), []);
  assertEquals(home.column("select user_version from pragma_user_version"), [SCHEMA_VERSION]);
  assertEquals(home.column("select session_id from sessions where session_id = 'later'"), ["later"]);
});

Deno.test("a start leaves the copy of a large backup to mneme process, and says so", async () => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  await home.json(["process"]);
  for (const name of namesIn(`${home.data}/backups`)) {
    Deno.truncateSync(`${home.data}/backups/${name}`, 201e6);
  }
  home.write("data/memory.db", "not a database\n".repeat(500));
  const { stdout } = await home.fire("SessionStart", { source: "startup", session_id: "later" });
  assertMatch(JSON.parse(stdout).systemMessage, /the database is being replaced, as it was damaged; /);
  await home.settle();
  assertEquals(home.spool(), []);
  assertEquals(home.column("select session_id from sessions order by 1"), ["later", "session-1"]);
});
