import { valuesCommand } from "../../../../src/cli/values_command.ts";
import { runTool } from "../../../../src/cli/mcp/all_tools.ts";
import { ghapCommand } from "../../../../src/cli/ghap_command.ts";
import { noteCaller } from "../../../../src/store/ghap.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { call, refusal } from "../../../_support/commands.ts";
import { ENTRY } from "../../../_support/ghap_entry.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { toolCaptured } from "../../../_support/tool_captured.ts";
import { Environment } from "../../../_support/with_environment.ts";

const AT = "2026-03-01T10:00:00.000Z";

type Result = Record<string, unknown>;

function startSession(home: CliHome, id: string, at: string = AT): void {
  home.keep({ kind: "session-started", session: home.session(id), at, source: "startup" });
}

let captured = 0;

function capture(home: CliHome, outcome: string, changes: { agentId?: string; at?: string } = {}): void {
  const call = { session: home.session("s"), at: new Date().toISOString(), toolUseId: `t${captured++}` };
  home.keep(toolCaptured({ ...call, toolName: "Bash", outcome, ...changes }));
}

Deno.test("start_ghap, update_ghap and resolve_ghap keep one entry from its statements to its lesson", async () => {
  using home = new CliHome();
  startSession(home, "s");
  assertEquals((await call(home, "get_active_ghap")).active, null);
  assertEquals((await call(home, "start_ghap", ENTRY)).id, "g1");
  await call(home, "update_ghap", { hypothesis: "The tax is rounded per line", note: "cents were right" });
  const { active } = await call(home, "get_active_ghap") as { active: Result };
  assertEquals([active.session_id, active.agent_id, active.status], ["s", null, "active"]);
  assertEquals(active.hypothesis, "The tax is rounded per line");
  const [iteration] = active.iterations as Result[];
  assertEquals([iteration?.hypothesis, iteration?.note], ["Floats lose cents", "cents were right"]);
  const resolved = await call(home, "resolve_ghap", {
    status: "falsified",
    result: "still red",
    lesson: { what_worked: "rounding once", takeaway: "Round money once" },
    surprise: "",
  });
  assertEquals([resolved.id, resolved.status, resolved.confidence_tier], ["g1", "falsified", "silver"]);
  const { entries } = await call(home, "list_ghap", { status: "falsified" }) as { entries: Result[] };
  assertEquals(entries.map(({ id, lesson, surprise }) => [id, lesson, surprise]), [
    ["g1", { what_worked: "rounding once", takeaway: "Round money once" }, undefined],
  ]);
});

Deno.test("resolve_ghap keeps a lesson that has only a title", async () => {
  using home = new CliHome();
  startSession(home, "s");
  await call(home, "start_ghap", ENTRY);
  const lesson = { title: "Round money once", recall_when: ["invoice is off by a cent"] };
  await call(home, "resolve_ghap", { status: "confirmed", lesson });
  const { entries } = await call(home, "list_ghap", {}) as { entries: Result[] };
  assertEquals(entries[0]?.lesson, { what_worked: "", takeaway: "Round money once", ...lesson });
});

Deno.test("start_ghap and update_ghap keep what runs are expected to do, with its history", async () => {
  using home = new CliHome();
  startSession(home, "s");
  const expected = async () => {
    const { active } = await call(home, "get_active_ghap") as { active: Result };
    return [active.expects, active.expects_of];
  };
  const { expects: _, expects_of: __, ...silent } = ENTRY;
  assertMatch(
    String((await call(home, "start_ghap", silent)).message),
    /update_ghap \{"expects":"pass"\}\.$/,
  );
  assertEquals(await expected(), [null, null]);
  assertEquals((await call(home, "update_ghap", { prediction: "It passes" })).message, "Updated g1");
  await call(home, "update_ghap", { expects: "Fail", expects_of: " builds" });
  assertEquals(await expected(), ["fail", "builds"]);
  assertEquals(
    (await call(home, "update_ghap", { prediction: "It passes now" })).message,
    "Updated g1; it still expects fail of builds: send expects as well if that has changed",
  );
  await call(home, "update_ghap", { prediction: "It passes now", expects: "pass" });
  assertEquals(await expected(), ["pass", "builds"]);
  const { stdout } = await home.run(ghapCommand(), ["show", "g1"]);
  assertMatch(stdout, /\nExpects: {5}pass of builds\n/);
  assertMatch(stdout, /\nChanged: .* expects was not said; expects_of was not said\n/);
  assertMatch(stdout, /\nChanged: .*; expects was "fail"\n$/);
  const exported = JSON.parse((await home.run(ghapCommand(), ["export"])).stdout);
  assertEquals([exported.expects, exported.expects_of], ["pass", "builds"]);
  await call(home, "abandon_ghap", { reason: "x" });
  const { message } = await call(home, "start_ghap", ENTRY);
  assertMatch(String(message), /call resolve_ghap\.$/);
});

Deno.test("resolve_ghap gives gold only where a run on record bears the status out", async () => {
  using home = new CliHome();
  startSession(home, "s");
  capture(home, "tests:pass", { at: AT }); // before the entry
  const tiers: unknown[] = [];
  for (
    const prepare of [
      () => {},
      () => capture(home, "tests:unknown"),
      () => capture(home, "tests:pass", { agentId: "helper" }),
      () => capture(home, "tests:fail"),
      () => capture(home, "tests:pass"),
    ]
  ) {
    await call(home, "start_ghap", ENTRY);
    prepare();
    const resolution = { status: "confirmed", result: "green", auto_captured: true };
    tiers.push((await call(home, "resolve_ghap", resolution)).confidence_tier);
  }
  assertEquals(tiers, ["bronze", "bronze", "bronze", "bronze", "gold"]);
  await call(home, "start_ghap", { ...ENTRY, expects_of: "builds" });
  capture(home, "tests:pass");
  const resolution = { status: "confirmed", result: "green", auto_captured: true };
  assertMatch(
    String((await call(home, "resolve_ghap", resolution)).message),
    /no run on record .* bears it out/,
  );
});

Deno.test("start_ghap opens one entry per agent, also where the hook has told the server of a helper's call", async () => {
  using home = new CliHome();
  startSession(home, "s");
  await call(home, "start_ghap", ENTRY);
  assertMatch(
    await refusal(home, "start_ghap", ENTRY),
    /^Cannot start a GHAP entry: g1 is open.*resolve_ghap/,
  );
  home.withStore((store) => noteCaller(store, "toolu_1", { sessionId: "s", agentId: "a1" }, new Date()));
  using _environment = new Environment(home.environment());
  assertEquals((await runTool("start_ghap", ENTRY, { toolUseId: "toolu_1" })).id, "g2");
  const mine = (await runTool("get_active_ghap", {}, { toolUseId: "toolu_1" })).active as Result;
  assertEquals([mine.id, mine.agent_id], ["g2", "a1"]);
  const resolved = await runTool("resolve_ghap", { status: "confirmed", result: "ok" }, {
    toolUseId: "toolu_1",
  });
  assertEquals(resolved.id, "g2");
});

Deno.test("resolve_ghap does not guess between the entries of several agents", async () => {
  using home = new CliHome();
  startSession(home, "s");
  await call(home, "start_ghap", ENTRY);
  home.withStore((store) => noteCaller(store, "t", { sessionId: "s", agentId: "a1" }, new Date()));
  {
    using _environment = new Environment(home.environment());
    await runTool("start_ghap", ENTRY, { toolUseId: "t" });
  }
  assertMatch(
    await refusal(home, "resolve_ghap", { status: "confirmed", result: "x" }),
    /g1, g2 are open; send its id/,
  );
  assertEquals((await call(home, "resolve_ghap", { id: "g2", status: "confirmed", result: "x" })).id, "g2");
});

Deno.test("the session that a call names is meant by every tool, not the newest one", async () => {
  using home = new CliHome();
  startSession(home, "older");
  startSession(home, "newest", "2026-03-01T11:00:00.000Z");
  const older = { session_id: "older" };
  await call(home, "start_ghap", { ...ENTRY, ...older });
  await call(home, "start_ghap", ENTRY);
  assertEquals((await call(home, "update_ghap", { note: "x", ...older })).id, "g1");
  assertEquals((await call(home, "resolve_ghap", { status: "confirmed", result: "x", ...older })).id, "g1");
  assertMatch(
    await refusal(home, "abandon_ghap", { reason: "x", ...older }),
    /Cannot find an open GHAP entry/,
  );
  await call(home, "save_memory", { category: "DECISION", body: "Use npm", ...older });
  assertEquals(
    home.withStore((store) =>
      store.all("select session_id from memories").map(({ session_id }) => session_id)
    ),
    ["older"],
  );
});

Deno.test("an argument that means nothing here is told to be ignored", async () => {
  using home = new CliHome();
  startSession(home, "s");
  await call(home, "start_ghap", ENTRY);
  assertEquals(await call(home, "update_ghap", { note: "x", goal: "y" }), {
    id: "g1",
    message: "Updated g1",
    ignored: ["goal"],
  });
});

Deno.test("adopt_ghap reopens what was abandoned for the session at hand, and refuses what is resolved", async () => {
  using home = new CliHome();
  startSession(home, "old");
  await call(home, "start_ghap", ENTRY);
  await call(home, "abandon_ghap", { id: "g1", reason: "the day was over" });
  home.keep({
    kind: "session-ended",
    session: home.session("old"),
    at: "2026-03-01T11:00:00.000Z",
    reason: "x",
  });
  startSession(home, "new", "2026-03-02T10:00:00.000Z");
  const { entry } = await call(home, "adopt_ghap", { id: "g1" }) as { entry: Result };
  assertEquals([entry.session_id, entry.status, entry.result, entry.resolved_at], [
    "new",
    "active",
    null,
    null,
  ]);
  await call(home, "resolve_ghap", { status: "confirmed", result: "it works" });
  assertMatch(await refusal(home, "adopt_ghap", { id: "g1" }), /it is resolved; start a new entry/);
  assertMatch(await refusal(home, "abandon_ghap", { id: "g1", reason: "x" }), /it is confirmed/);
  assertMatch(await refusal(home, "adopt_ghap", { id: "g9" }), /there is none; list_ghap/);
  await call(home, "start_ghap", ENTRY);
  await call(home, "abandon_ghap", { reason: "x" });
  await call(home, "start_ghap", ENTRY);
  assertMatch(await refusal(home, "adopt_ghap", { id: "g2" }), /^Cannot adopt g2: g3 is open/);
});

Deno.test("start_ghap keeps no secret", async () => {
  using home = new CliHome();
  await call(home, "start_ghap", {
    ...ENTRY,
    action: "Log in with ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  });
  const [row] = home.withStore((store) => store.all("select action from ghap"));
  assertEquals(row?.action, "Log in with [redacted:github-token]");
});

Deno.test("store_value and values add keep no secret, and say so", async () => {
  using home = new CliHome();
  const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const { message } = await call(home, "store_value", { text: `Log in with ${secret}` });
  assertEquals(message, "Stored v1; what was private or secret in it is not kept");
  const { stdout, stderr } = await home.run(valuesCommand(), ["add", `Never print ${secret}`, "--json"]);
  assertEquals([JSON.parse(stdout).id, stderr], ["v2", "What was private or secret in it is not kept\n"]);
});

Deno.test("store_value and list_values keep a rule once, with its sources, the most used first", async () => {
  using home = new CliHome();
  await call(home, "start_ghap", ENTRY);
  assertEquals((await call(home, "store_value", { text: "Read the error" })).id, "v1");
  assertEquals(
    (await call(home, "store_value", { text: "Round money once", sources: ["g1", "G1"] })).id,
    "v2",
  );
  assertMatch(
    String((await call(home, "store_value", { text: "round money once." })).message),
    /v2 says this already/,
  );
  const { results } = await call(home, "search", { query: "money", types: [] }) as { results: Result[] };
  const { items } = await call(home, "assemble_context", { query: "Round money", context_types: [] });
  assertEquals([results, items as Result[]].map(([first]) => first?.id), ["v2", "v2"]);
  const { values } = await call(home, "list_values", { limit: 1 }) as { values: Result[] };
  assertEquals(values.map(({ id, sources, use_count }) => [id, sources, use_count]), [["v2", ["g1"], 1]]);
  const { message } = await call(home, "store_value", {
    text: "Look at raw data first",
    sources: ["m2", "g1"],
  });
  assertEquals(message, "Stored v3; no GHAP entries, so no sources: m2");
});

Deno.test("list_sessions shows the sessions of the project", async () => {
  using home = new CliHome();
  startSession(home, "s");
  const { sessions } = await call(home, "list_sessions", { limit: 5 }) as { sessions: Result[] };
  assertEquals(sessions.map(({ session_id }) => session_id), ["s"]);
});
