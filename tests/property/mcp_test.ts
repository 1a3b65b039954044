import fc from "fast-check";
import { callCommand } from "../../src/cli/mcp/all_tools.ts";
import { UserError } from "../../src/base/user_error.ts";
import { assert } from "../_support/assert.ts";
import { test } from "../_support/cli_home.ts";
import { toolCall } from "../fuzz/targets/mcp.ts";

test("tools take whatever arguments come: a result, or an error that says what to send instead", async (home) => {
  home.prepare();
  await fc.assert(
    fc.asyncProperty(fc.array(toolCall, { minLength: 1, maxLength: 4 }), async (calls) => {
      for (const { name, arguments: args } of calls) {
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
