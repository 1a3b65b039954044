import { TOOLS } from "../../../../src/cli/mcp/all_tools.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";

for (const tool of TOOLS) {
  Deno.test(`the tool ${tool.name} has a short schema and says when to use it`, () => {
    assert(JSON.stringify(tool.inputSchema).length < 1180, "every request of the client carries it");
    assert(tool.description.length > 60 && tool.description.length < 700);
    assertEquals(tool.inputSchema.type, "object");
  });
}
