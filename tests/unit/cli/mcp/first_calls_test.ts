import { CliHome } from "../../../_support/cli_home.ts";
import { call } from "../../../_support/commands.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";

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

Deno.test("a text for a lesson is its takeaway, an unknown key is named, and one of several memories that fails keeps none back", async () => {
  using home = new CliHome();
  await call(home, "start_ghap", {
    goal: "fix the failing cart test",
    hypothesis: "floats",
    prediction: "npm test passes",
  });
  const { active } = await call(home, "get_active_ghap", {}) as { active: Record<string, unknown> };
  assertEquals([active.domain, active.strategy, active.action], ["debugging", "", ""]);
  await call(home, "resolve_ghap", {
    status: "success",
    lesson: "Count money in cents",
    root_cause: "floats",
    mood: 1,
  })
    .then(({ status, ignored }) => assertEquals([status, ignored], ["confirmed", ["mood"]]));
  const { entries } = await call(home, "list_ghap", {}) as {
    entries: Record<string, Record<string, string>>[];
  };
  assertEquals([entries[0]?.lesson?.takeaway, entries[0]?.root_cause?.description], [
    "Count money in cents",
    "floats",
  ]);
  const { saved } = await call(home, "save_memory", {
    memories: [
      { category: "CONSTRAINT", body: "Uploads end at 5 MB." },
      { category: "RUNBOOK", body: "" },
      { category: "DECISION", body: "Money is integer cents.", scope: "everywhere" },
      {},
    ],
  }) as { saved: Record<string, unknown>[] };
  assertEquals(saved.map(({ id, error }) => id ?? String(error).split(";")[0]), [
    "m1",
    "Cannot keep a memory without a word",
    'Cannot run save_memory: scope is "everywhere", not one of project, user',
    "Cannot run save_memory: category is missing",
  ]);
});

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
