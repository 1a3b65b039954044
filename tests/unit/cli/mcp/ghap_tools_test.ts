import { runTool } from "../../../../src/cli/mcp/all_tools.ts";
import { noteCaller } from "../../../../src/store/ghap.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { call, refusal } from "../../../_support/commands.ts";
import { Environment } from "../../../_support/with_environment.ts";
import ghap from "../../../_support/ghap_entry.json" with { type: "json" };

const { ENTRY } = ghap;
const AT = "2026-03-01T10:00:00.000Z";

type Result = Record<string, unknown>;

function startSession(home: CliHome, id: string, at: string = AT): void {
  home.keep({ kind: "session-started", session: home.session(id), at, source: "startup" });
}

test("start_ghap opens one entry per agent, also where the hook has told the server of a helper's call", async (home) => {
  startSession(home, "s");
  await call(home, "start_ghap", ENTRY);
  const found = await refusal(home, "start_ghap", ENTRY);
  assertMatch(found, /^Cannot start a GHAP entry: g1 is open.*resolve_ghap/);
  home.withStore((store) => noteCaller(store, "toolu_1", { sessionId: "s", agentId: "a1" }, AT));
  using _environment = new Environment(home.environment());
  assertEquals((await runTool("start_ghap", ENTRY, { toolUseId: "toolu_1" })).id, "g2");
  const mine = (await runTool("get_active_ghap", {}, { toolUseId: "toolu_1" })).active as Result;
  assertEquals([mine.id, mine.agent_id], ["g2", "a1"]);
  const resolved = await runTool("resolve_ghap", { status: "confirmed", result: "ok" }, {
    toolUseId: "toolu_1",
  });
  assertEquals(resolved.id, "g2");
});

test("resolve_ghap does not guess between the entries of several agents", async (home) => {
  startSession(home, "s");
  await call(home, "start_ghap", ENTRY);
  home.withStore((store) => noteCaller(store, "t", { sessionId: "s", agentId: "a1" }, AT));
  {
    using _environment = new Environment(home.environment());
    await runTool("start_ghap", ENTRY, { toolUseId: "t" });
  }
  const found = await refusal(home, "resolve_ghap", { status: "confirmed", result: "x" });
  assertMatch(found, /g1, g2 are open; list_ghap .* send the id/);
  assertEquals((await call(home, "resolve_ghap", { id: "g2", status: "confirmed", result: "x" })).id, "g2");
});
