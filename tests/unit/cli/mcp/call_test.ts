import toolTexts from "../../../../src/cli/items/tool_texts.json" with { type: "json" };
import { TOOLS } from "../../../../src/cli/mcp/all_tools.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";

for (const tool of TOOLS) {
  Deno.test(`the tool ${tool.name} has a short schema and says when to use it`, () => {
    assert(JSON.stringify(tool.inputSchema).length < 1180, "every request of the client carries it");
    assert(tool.description.length > 60 && tool.description.length < 700);
    assertEquals(tool.inputSchema.type, "object");
  });

  Deno.test(`the example of the tool ${tool.name} has all required arguments and no unknown one`, () => {
    const { properties = {}, required = [] } = tool.inputSchema;
    const given = Object.keys(toolTexts[tool.name].example);
    assertEquals(given.filter((name) => !Object.hasOwn(properties, name)), []);
    assertEquals(required.filter((name) => !given.includes(name)), []);
  });
}
