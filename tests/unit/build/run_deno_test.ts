import { assertEquals } from "../../_support/assert.ts";
import { firstComplaint, runDeno } from "../../../src/build/run_deno.ts";

Deno.test("firstComplaint puts what Deno found first and its place into one line", () => {
  const stderr = [
    "⚠️  deno bundle is experimental and subject to changes",
    'error: No matching export in "l.ts" for import "nope"',
    "    at file:///project/stop.ts:1:9",
    "error: bundling failed",
    "",
    "Stack backtrace:",
    "   0: <unknown>",
  ].join("\n");
  assertEquals(
    firstComplaint(stderr),
    'No matching export in "l.ts" for import "nope" at file:///project/stop.ts:1:9',
  );
});

Deno.test("firstComplaint always has something to say", () => {
  assertEquals(firstComplaint(""), "it said nothing");
  assertEquals(firstComplaint("\nkilled\n"), "killed");
});

Deno.test("runDeno tells success from failure and keeps the streams apart", async () => {
  const cwd = Deno.cwd();
  assertEquals(await runDeno(["eval", "console.log(1); console.error(2)"], { cwd }), {
    success: true,
    stdout: "1\n",
    stderr: "2\n",
  });
  assertEquals((await runDeno(["eval", "Deno.exit(3)"], { cwd })).success, false);
});
