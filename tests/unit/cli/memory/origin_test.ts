import { callCommand } from "../../../../src/cli/mcp/all_tools.ts";
import { DETAILS } from "../../../../src/store/item_details.ts";
import { sql } from "../../../../src/store/sql.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { call } from "../../../_support/commands.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { inParallel } from "../../../_support/parallel.ts";
import { TestHome } from "../../../_support/test_home.ts";

Deno.test("the user said what an agent saves of the newest prompt, and nothing else", async () => {
  using home = new CliHome();
  const at = "2026-03-01T10:00:00.000Z";
  const session = home.session("s");
  home.keep({ kind: "session-started", session, at, source: "startup" });
  home.keep({
    ...{ kind: "prompt-submitted", session, at, promptId: "p" },
    text: "In this repository always count money in integer cents, never in floats.",
  });
  for (
    const body of ["Count money in integer cents, never in floats.", "The build needs Node 18 or later."]
  ) {
    await home.print(
      callCommand(),
      "save_memory",
      JSON.stringify({ category: "CONSTRAINT", body, session_id: "s" }),
    );
  }
  const sources = home.withStore((store) =>
    store.all<{ source: string }>(sql`${DETAILS.memory} order by id`)
  );
  assertEquals(sources.map(({ source }) => source), ["said by the user", "noted by an agent"]);
});

Deno.test("memory add of the same words in six processes at once makes one memory", async () => {
  using home = new TestHome();
  const outcomes = await inParallel(
    [1, 2, 3, 4, 5, 6],
    6,
    () => home.mneme(["memory", "add", "--category", "DECISION", "Use pnpm for installs"]),
  );
  assertEquals(outcomes.map(({ code, stderr }) => [code, stderr]), outcomes.map(() => [0, ""]));
  assertEquals(outcomes.filter(({ stdout }) => stdout === "Saved m1\n").length, 1);
  assertEquals(home.count("memories"), 1);
});

Deno.test("a save names similar memories of other sessions, and none that its own session has saved", async () => {
  using home = new CliHome();
  const save = async (sessionId: string, category: string, body: string) => {
    const session = home.session(sessionId);
    home.keep({ kind: "session-started", session, at: new Date().toISOString(), source: "startup" });
    return await call(home, "save_memory", { category, body, session_id: sessionId });
  };
  const totals = "Totals of an invoice are rounded once, after summing";
  await save("s1", "CONSTRAINT", `${totals}, as the bank does so.`);
  assertEquals((await save("s1", "RUNBOOK", `${totals}: see round.ts.`)).near, undefined);
  const { near } = await save("s2", "DECISION", `${totals}, and never in between.`);
  assertEquals((near as string[]).map((line) => line.slice(0, 2)).sort(), ["m1", "m2"]);
});
