import fc from "fast-check";
import { callCommand } from "../../src/cli/mcp/all_tools.ts";
import { TOOLS } from "../../src/cli/mcp/all_tools.ts";
import { UserError } from "../../src/base/user_error.ts";
import { assert } from "../_support/assert.ts";
import { CliHome } from "../_support/cli_home.ts";

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const TEXT = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "g1",
    "v1",
    "m1",
    "<private>x</private>",
    "\u0000",
    "'; drop table ghap;--",
    "\ud800",
    "no",
  ),
);

/** What a schema allows, and now and then something else. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const fitting = schema.enum !== undefined
    ? fc.constantFrom<unknown>(...schema.enum)
    : schema.type === "object"
    ? objectOf(schema)
    : schema.type === "array"
    ? fc.array(valueOf(schema.items ?? {}), { maxLength: 3 })
    : schema.type === "integer"
    ? fc.integer({ min: -2, max: 300 })
    : schema.type === "boolean"
    ? fc.boolean()
    : TEXT;
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
}

function objectOf({ properties = {} }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]),
  );
  return fc.record(fields, { requiredKeys: [] });
}

const CALL = fc.constantFrom(...TOOLS).chain((tool) =>
  fc.tuple(fc.constant(tool.name), valueOf(tool.inputSchema as Schema))
);

Deno.test("tools take whatever arguments come: a result, or an error that says what to send instead", async () => {
  using home = new CliHome();
  home.prepare();
  await fc.assert(
    fc.asyncProperty(fc.array(CALL, { minLength: 1, maxLength: 4 }), async (calls) => {
      for (const [name, args] of calls) {
        const { stdout, error } = await home.run(callCommand(), [name, JSON.stringify(args) ?? "null"]);
        const isRefused = error instanceof UserError && error.message.startsWith("Cannot ");
        if (error === undefined) assert(typeof JSON.parse(stdout) === "object");
        else assert(isRefused, `${name}: ${error.stack}`);
      }
      const open = home.withStore((store) =>
        store.all(
          "select 1 from ghap where status = 'active' group by session_id, agent_id having count(*) > 1",
        )
      );
      assert(open.length === 0, "an agent has two open entries");
    }),
    { numRuns: 60 },
  );
});
