import { assert, assertEquals } from "../_support/assert.ts";
import { fillHome } from "../_support/busy_home.ts";
import { TestHome } from "../_support/test_home.ts";

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

async function processJson(home: TestHome, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await home.mneme(["process", "--json", ...args]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  return JSON.parse(stdout);
}

function lines(home: TestHome, sessionId = "session-1"): unknown[] {
  return home.rows("select text from observations where session_id = ? order by created_at, id", sessionId)
    .map(({ text }) => text);
}

function pending(home: TestHome): unknown {
  return home.count("pending_queue where status = 'raw'");
}

Deno.test("what rests for long is processed whichever session has ended", async () => {
  using home = new TestHome();
  await fillHome(home, { sessions: 2, capturesPerSession: 20, spooled: 3 });
  const report = await processJson(home, "--session", "another");
  assertEquals([report.drained, report.sessions, pending(home)], [3, 3, 0]);
});

Deno.test("retention goes on behind a clock that ran ahead and was set right", async () => {
  using home = new TestHome();
  await fillHome(home, { sessions: 1, capturesPerSession: 3 });
  home.write("data/config.yaml", "retention: { raw_days: 3 }\n");
  await processJson(home);
  await capture(home, edit(home, "late.ts"));
  await processJson(home);
  home.change("update pending_queue set created_at = '2020-01-01T00:00:00.000Z'");
  home.write("data/state/pruned", `${Date.now() + 400 * 86_400_000}\n`);
  assertEquals((await processJson(home)).pruned, { payloads: 1, events: 0, candidates: 0, state: 0 });
});

Deno.test("one process works at a time; the other one says so and ends well", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  await capture(home, edit(home, "a.ts"));
  {
    using file = Deno.openSync(`${home.data}/state/process.lock`, { write: true, create: true });
    assert(file.tryLockSync(true));
    const { code, stdout } = await home.mneme(["process"]);
    assertEquals({ code, stdout }, {
      code: 0,
      stdout: "Another `mneme process` is running and does this work\n",
    });
    assertEquals(await processJson(home), { busy: true });
    assertEquals(pending(home), 1);
  }
  assertEquals((await processJson(home)).processed, 1);
});

Deno.test("retention takes the payloads of old captures and leaves their rows and observations", async () => {
  using home = new TestHome();
  await fillHome(home, { sessions: 4, capturesPerSession: 30 });
  home.write("data/config.yaml", "retention: { raw_days: 3 }\n");
  const before = home.rows("select count(*) as n from pending_queue");
  const report = await processJson(home);
  assertEquals(report.pruned, { payloads: 40, events: 20, candidates: 0, state: 3 });
  assertEquals(home.rows("select count(*) as n from pending_queue"), before);
  assertEquals(home.rows("select distinct payload from pending_queue"), [{ payload: '{"pruned":true}' }]);
  assert(lines(home, "busy-1").length > 20);
  assertEquals(home.rows("select distinct event from event_log where session_id = 'long-ago'"), [{
    event: "context.injected",
  }]);
});

Deno.test("what is captured while it works is lost neither now nor later", async () => {
  using home = new TestHome();
  await fillHome(home, { sessions: 6, capturesPerSession: 200 });
  const ids = Array.from({ length: 40 }, (_, i) => `live-${i}`);
  const [report] = await Promise.all([
    processJson(home),
    ...ids.map((id) =>
      home.hook("post-tool-use", edit(home, "live.ts", { tool_use_id: id, session_id: "live" }))
    ),
  ]);
  assertEquals(report?.failed, []);
  await processJson(home);
  const found = home.rows("select distinct tool_use_id as id from pending_queue where session_id = 'live'");
  assertEquals(found.map(({ id }) => String(id)).sort(), ids.sort());
  assertEquals([lines(home, "live").length, pending(home)], [ids.length, 0]);
});
