import { TOOLS } from "../../../../src/cli/mcp/all_tools.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { refusal } from "../../../_support/commands.ts";
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
