import { TOOLS } from "../../../../src/cli/mcp/all_tools.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { call, refusal } from "../../../_support/commands.ts";
import { ENTRY } from "../../../_support/ghap_entry.ts";

Deno.test("call refuses what is too long", async () => {
  using home = new CliHome();
  const long = "x".repeat(8001);
  assertMatch(
    await refusal(home, "save_memory", { category: "DECISION", body: long }),
    /of 8001 characters: 8000/,
  );
  assertMatch(await refusal(home, "start_ghap", { ...ENTRY, goal: long }), /2000 is the most/);
  assertMatch(
    await refusal(home, "store_value", { text: long }),
    /2000 is the most; say it in a sentence or two$/,
  );
});

for (const tool of TOOLS) {
  Deno.test(`the tool ${tool.name} has a short schema and says when to use it`, () => {
    assert(JSON.stringify(tool.inputSchema).length < 1180, "every request of the client carries it");
    assert(tool.description.length > 60 && tool.description.length < 700);
    assertEquals(tool.inputSchema.type, "object");
  });
}

Deno.test("call save_memory replaces what a memory names, also where two take its place or a call comes twice", async () => {
  using home = new CliHome();
  await call(home, "save_memory", { category: "RUNBOOK", body: "Deploys and rollbacks run by hand" });
  const parts = ["Deploys run in the pipeline", "A rollback is a revert on main"].map((body) => (
    { category: "RUNBOOK", body, replaces: ["m1"] }
  ));
  for (const outcomes of [["added", "added"], ["updated", "updated"]]) {
    const { saved } = await call(home, "save_memory", { memories: parts }) as {
      saved: { outcome: string }[];
    };
    assertEquals(saved.map(({ outcome }) => outcome), outcomes);
  }
  const kept = home.rows("select id, status, superseded_by as heir from memories order by id");
  assertEquals(kept, [
    { id: 1, status: "superseded", heir: 2 },
    { id: 2, status: "active", heir: null },
    { id: 3, status: "active", heir: null },
  ]);
  await call(home, "forget_memory", { id: "m3" });
  for (const id of ["m3", "m9", "g1"]) {
    const refused = await refusal(home, "save_memory", { ...parts[0], replaces: [id] });
    assertMatch(refused, /^Cannot (?:replace m3|find memory m9|take "g1" as the id of a memory)/);
  }
});
