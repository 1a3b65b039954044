import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { TOOLS } from "../../../../src/cli/mcp/all_tools.ts";
import { asObject } from "../../../../src/base/json.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { call } from "../../../_support/commands.ts";

/** First calls as a model makes them that has seen the schemas alone: near names, texts for objects, lists and numbers. */
const FIRST_CALLS = casesOf<{ readonly tool: string; readonly args: object }>(import.meta.filename);

for (const [tool, calls] of Map.groupBy(FIRST_CALLS, ({ tool }) => tool)) {
  Deno.test(`${tool} takes first calls that can be understood`, async () => {
    const refused: string[] = [];
    for (const { args: given } of calls) {
      using home = new CliHome();
      await call(home, "save_memory", {
        category: "DECISION",
        body: "Sessions live in Redis, as they may be lost.",
      });
      if (/^(?:update|resolve|abandon)_ghap$|store_value/.test(tool)) {
        await call(home, "start_ghap", {
          goal: "tests pass",
          hypothesis: "a stale lock",
          prediction: "npm test passes",
        });
      }
      try {
        const { ignored } = await call(home, tool, given);
        if (ignored !== undefined) assert(Object.keys(given).some((key) => String(ignored).includes(key)));
      } catch (error) {
        refused.push(`${JSON.stringify(given)}: ${error}`);
      }
    }
    assertEquals(refused, []);
  });
}

Deno.test("a client that checks calls against the schemas refuses none but for what it tells its model plainly", () => {
  const refused = FIRST_CALLS.flatMap(({ tool, args }) => {
    const { inputSchema } = TOOLS.find(({ name }) => name === tool)!;
    const fields = Object.entries(asObject(args) ?? {}).filter(([, value]) => value !== null);
    const validator = new AjvJsonSchemaValidator().getValidator(inputSchema as never);
    const { errorMessage = "" } = validator(Object.fromEntries(fields));
    const isPlain =
      /^(?:data(?: must have required property '\w+'|\/\w+ must be (?:string|integer|boolean))(?:, |$))*$/;
    return isPlain.test(errorMessage) ? [] : [`${tool} ${JSON.stringify(args)}: ${errorMessage}`];
  });
  assertEquals(refused, []);
});
