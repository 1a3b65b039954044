// The learning loop with the compiled executables: start, outcome, resolution, found again in a later session.
import { assert, assertEquals, assertMatch, assertNotMatch } from "../_support/assert.ts";
import { ENTRY } from "../_support/ghap_entry.ts";
import { inParallel } from "../_support/parallel.ts";
import { TestHome } from "../_support/test_home.ts";

type Row = Readonly<Record<string, unknown>>;

const FAILURE = [
  "Exit code 1",
  "FAILED tests/test_cart.py::test_total - AssertionError: assert 29.99 == 30.0",
  "========================= 1 failed, 4 passed in 0.12s =========================",
].join("\n");

/** Sessions of one project whose hooks and commands are run for real. */
class GhapSession implements Disposable {
  readonly home = new TestHome();
  #calls = 0;

  /** What the model is told at the start, or `""`. */
  start(session_id = "session-1", source = "startup"): Promise<string> {
    return this.home.tell("SessionStart", { session_id, source });
  }

  async end(): Promise<void> {
    await this.home.fire("SessionEnd", { reason: "other" });
    await this.home.settle();
  }

  /** One tool of the server from a shell, as JSON. */
  call(tool: string, args: Row = {}, sessionId = "session-1"): Promise<Record<string, unknown>> {
    const env = { CLAUDE_CODE_SESSION_ID: sessionId };
    return this.home.json(["call", tool, JSON.stringify(args)], { env });
  }

  /** The same as an agent of a session calls it: with the hooks before and after. */
  async agentCall(tool: string, args: Row, fields: Row = {}): Promise<Record<string, unknown>> {
    const call = { tool_name: `mcp__mneme__${tool}`, tool_input: args, tool_use_id: this.#id(), ...fields };
    await this.home.fire("PreToolUse", call);
    const result = await this.call(tool, args, String(fields.session_id ?? "session-1"));
    await this.home.fire("PostToolUse", { ...call, tool_response: JSON.stringify(result) });
    return result;
  }

  /** What the model is told before a call runs, or `""`. */
  before(fields: Row = {}): Promise<string> {
    const call = { tool_name: "Read", tool_input: { file_path: "/p/a.ts" }, tool_use_id: this.#id() };
    return this.home.tell("PreToolUse", { ...call, ...fields });
  }

  /** A test run that fails or passes, and what the model is told of it. */
  tests(result: "pass" | "fail", fields: Row = {}): Promise<string> {
    const call = {
      tool_name: "Bash",
      tool_input: { command: "cd app && pytest -q" },
      tool_use_id: this.#id(),
    };
    if (result === "fail") {
      return this.home.tell("PostToolUseFailure", {
        ...call,
        error: FAILURE,
        is_interrupt: false,
        ...fields,
      });
    }
    const tool_response = { stdout: "5 passed in 0.1s\n", stderr: "", interrupted: false };
    return this.home.tell("PostToolUse", { ...call, tool_response, ...fields });
  }

  entry(id: number): Record<string, unknown> | undefined {
    return this.home.rows("select * from ghap where id = ?", id)[0];
  }

  #id(): string {
    return `toolu_${++this.#calls}`;
  }

  [Symbol.dispose](): void {
    this.home[Symbol.dispose]();
  }
}

Deno.test("the ready call of an outcome gives gold, and the next failure a premortem again", async () => {
  using session = new GhapSession();
  await session.start();
  assertMatch(await session.tests("fail"), /^Premortem/);
  await session.agentCall("start_ghap", ENTRY);
  const call = JSON.parse(/resolve_ghap (\{.*\})$/m.exec(await session.tests("fail"))![1]!);
  assertEquals([call.id, call.status, call.auto_captured], ["g1", "falsified", true]);
  assertEquals((await session.agentCall("resolve_ghap", call)).confidence_tier, "gold");
  assertMatch(await session.tests("fail"), /^Premortem/);
});

Deno.test("a run gives the question alone where nothing or either is expected", async () => {
  const { expects: _, expects_of: __, ...silent } = ENTRY;
  for (const entry of [silent, { ...ENTRY, expects: "either" }]) {
    using session = new GhapSession();
    await session.start();
    await session.agentCall("start_ghap", entry);
    const question = await session.tests("fail");
    assertMatch(question, /Does this confirm or falsify the prediction\?/);
    assertMatch(question, /resolve_ghap \{"id":"g1","status":"confirmed"[\s\S]*"status":"falsified"/);
    assertNotMatch(question, /suggested_action/);
    const [data] = session.home.column("select data from event_log where event = 'ghap.outcome'");
    assertEquals(JSON.parse(String(data)).suggested_action, null);
    await session.agentCall("update_ghap", { expects: "fail", expects_of: "tests" });
    assertMatch(await session.tests("fail"), /suggested_action: resolve_confirmed/);
  }
});

Deno.test("a build is held against what is expected of builds, and tests are not", async () => {
  using session = new GhapSession();
  await session.start();
  await session.agentCall("start_ghap", { ...ENTRY, prediction: "The build passes", expects_of: "builds" });
  assertEquals([await session.tests("fail"), await session.tests("pass")], ["", ""]);
  const build = { tool_input: { command: "npm run build" } };
  const failed = await session.tests("fail", {
    ...build,
    error: "Exit code 2\nsrc/a.ts(1,1): error TS2304: x",
  });
  assertMatch(failed, /build failed[\s\S]*suggested_action: resolve_falsified/);
  const passed = { ...build, tool_response: { stdout: "built in 2 s\n", stderr: "", interrupted: false } };
  assertMatch(await session.tests("pass", passed), /build passed[\s\S]*suggested_action: resolve_confirmed/);
});

Deno.test("an outcome is held against the prediction once, until it or the entry changes", async () => {
  using session = new GhapSession();
  await session.start();
  await session.agentCall("start_ghap", ENTRY);
  assertMatch(await session.tests("fail"), /suggested_action: resolve_falsified/);
  assertEquals([await session.tests("fail"), await session.tests("fail")], ["", ""]);
  assertMatch(await session.tests("pass"), /suggested_action: resolve_confirmed/);
  assertEquals(await session.tests("pass"), "");
  assertMatch(await session.tests("fail"), /suggested_action: resolve_falsified/);
  await session.agentCall("update_ghap", { prediction: "pytest passes once the tax is rounded, too" });
  assertMatch(await session.tests("fail"), /suggested_action: resolve_falsified/);
  assertEquals(await session.tests("fail"), "");
  assertEquals(session.home.count("event_log where event = 'ghap.outcome'"), 8);
});

Deno.test("what was learned comes back when the same test fails in a later session", async () => {
  using session = new GhapSession();
  await session.start();
  await session.agentCall("start_ghap", ENTRY);
  await session.tests("fail");
  await session.agentCall("resolve_ghap", {
    status: "falsified",
    result: "test_total still fails",
    root_cause: { category: "rounding", description: "The tax is rounded <per> line" },
    lesson: { what_worked: "rounding once", takeaway: "Round money once, at the end" },
  });
  await session.end();
  await session.start("session-2");
  const premortem = await session.tests("fail", { session_id: "session-2" });
  assertMatch(
    premortem,
    /Past lessons for this kind of failure:\n- g1 · falsified · today · Round money once, at the end/,
  );
  assertMatch(premortem, /root cause: The tax is rounded ‹per› line/);
});

Deno.test("check-ins come every ten calls since the last update, once even when calls are parallel", async () => {
  using session = new GhapSession();
  await session.start();
  for (let i = 0; i < 12; i++) assertEquals(await session.before(), "");
  await session.agentCall("start_ghap", ENTRY);
  for (let i = 0; i < 9; i++) assertEquals(await session.before(), "");
  assertMatch(
    await session.before(),
    /^GHAP check-in: 10 tool calls since g1[\s\S]*Goal: test_total[\s\S]*Still valid\?/,
  );
  for (let i = 0; i < 4; i++) await session.before();
  await session.agentCall("update_ghap", { note: "on the way" });
  for (let i = 0; i < 8; i++) assertEquals(await session.before(), "");
  const told = await inParallel([1, 2, 3, 4], 4, () => session.before());
  assertEquals(told.filter((text) => text !== "").length, 1);
  await session.agentCall("resolve_ghap", { status: "confirmed", result: "done" });
  for (let i = 0; i < 11; i++) assertEquals(await session.before(), "");
});

Deno.test("two installs count a call once", async () => {
  using session = new GhapSession();
  await session.start();
  await session.agentCall("start_ghap", ENTRY);
  const told: string[] = [];
  for (let i = 0; i < 10; i++) {
    for (let install = 0; install < 2; install++) {
      told.push(await session.before({ tool_use_id: `same_${i}` }));
    }
  }
  assertEquals(told.filter((text) => text !== "").length, 1);
  assertMatch(told[18]!, /10 tool calls/);
});

Deno.test("a helper's tools and tests never count for the main agent, nor the other way round", async () => {
  using session = new GhapSession();
  await session.start();
  await session.agentCall("start_ghap", ENTRY);
  for (let i = 0; i < 12; i++) assertEquals(await session.before({ agent_id: "a1" }), "");
  assertMatch(await session.tests("fail", { agent_id: "a1" }), /^Premortem/);
  assertEquals(session.entry(1)?.evidence, "[]");
  const resolved = await session.call("resolve_ghap", {
    status: "falsified",
    result: "x",
    auto_captured: true,
  });
  assertEquals(resolved.confidence_tier, "bronze");
});

Deno.test("the hook gives an entry to the session and the helper that started it, whatever the server guessed", async () => {
  using session = new GhapSession();
  await session.start("one");
  await session.start("two");
  const args = { ...ENTRY };
  const { id } = await session.call("start_ghap", args, "two");
  const call = { tool_name: "mcp__plugin_memory_mneme__start_ghap", tool_input: args, tool_use_id: "t" };
  const blocks = [{ type: "text", text: JSON.stringify({ id, message: "Started" }) }];
  const fields = { ...call, session_id: "one", agent_id: "a1", tool_response: blocks };
  await session.home.fire("PostToolUse", fields);
  assertEquals([session.entry(1)?.session_id, session.entry(1)?.agent_id], ["one", "a1"]);
  assertEquals(session.home.count("pending_queue"), 0);
});

Deno.test("an entry of a session that never ended is an orphan, too; a session's own is none", async () => {
  using session = new GhapSession();
  await session.start();
  await session.agentCall("start_ghap", ENTRY);
  assertNotMatch(await session.start("session-1", "resume"), /adopt_ghap/);
  assertMatch(await session.start("session-2"), /adopt_ghap/);
  assertEquals(session.entry(1)?.status, "active");
});

Deno.test("an entry of a session that runs beside is offered as such, and again when its session has ended", async () => {
  using session = new GhapSession();
  await session.start();
  await session.agentCall("start_ghap", ENTRY);
  assertMatch(
    await session.start("beside"),
    /g1 is of a session that has not ended: if that one still runs, leave the entry to it/,
  );
  assertNotMatch(await session.start("session-3"), /adopt_ghap/);
  await session.end();
  const offer = await session.start("session-4");
  assertMatch(offer, /adopt_ghap \{"id":"g1"\}/);
  assertNotMatch(offer, /has not ended/);
  assertNotMatch(await session.start("session-5"), /adopt_ghap/);
});

Deno.test("settings switch check-ins, prompts and detection off", async () => {
  using session = new GhapSession();
  session.home.write(
    "data/config.yaml",
    "hooks: { ghap_checkin: { frequency: 2 }, outcome_capture: { auto_capture: false } }",
  );
  await session.start();
  await session.agentCall("start_ghap", ENTRY);
  assertEquals(await session.before(), "");
  assertMatch(await session.before(), /^GHAP check-in: 2 tool calls/);
  assertEquals(await session.tests("fail"), "");
  session.home.write(
    "data/config.yaml",
    "hooks: { ghap_checkin: { enabled: false, frequency: 2 }, outcome_capture: { enabled: false } }",
  );
  await session.start("session-1", "compact");
  assertEquals([await session.before(), await session.before()], ["", ""]);
  await session.agentCall("resolve_ghap", { status: "confirmed", result: "x" });
  assertEquals(await session.tests("fail"), "");
});

Deno.test("losing the state folder loses reminders only", async () => {
  using session = new GhapSession();
  await session.start();
  await session.agentCall("start_ghap", ENTRY);
  Deno.removeSync(`${session.home.data}/state`, { recursive: true });
  for (let i = 0; i < 11; i++) assertEquals(await session.before(), "");
  assertMatch(await session.tests("fail"), /suggested_action: resolve_falsified/);
  assert(!/failure|error/.test(session.home.log()), session.home.log());
});
