import { assert, assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { call } from "../../../_support/commands.ts";

/** First calls as a model makes them that has seen the schemas alone: near names, texts for objects, lists and numbers. */
const FIRST_CALLS: readonly { readonly tool: string; readonly args: object }[] = Deno
  .readTextFileSync(`${import.meta.dirname}/first_calls.jsonl`).trimEnd().split("\n").map((line) =>
    JSON.parse(line)
  );

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

Deno.test("what a call cannot use is named, wherever it stands: in several memories, beside them, in an object", async () => {
  using home = new CliHome();
  const memories = [{ category: "DECISION", body: "Money is integer cents.", tags: ["money"] }];
  const one = await call(home, "save_memory", { memories, scope: "user", replaces: ["m9"], mood: 1 });
  assertEquals([one.id, one.ignored], ["m1", ["tags", "scope", "replaces", "mood"]]);
  const both = await call(home, "save_memory", { category: "RUNBOOK", body: "Reset the proxy.", memories });
  const { saved } = both as { saved: Record<string, unknown>[] };
  assertEquals([both.ignored, saved.map(({ ignored }) => ignored)], [undefined, [undefined, ["tags"]]]);
  await call(home, "start_ghap", { goal: "g", hypothesis: "h", prediction: "p" });
  const lesson = { takeaway: "Round once", title: "Round once", mood: 1 };
  const { ignored } = await call(home, "resolve_ghap", { status: "confirmed", lesson });
  assertEquals(ignored, ["lesson.mood"]);
});
