// Compiled: lessons of predictions, asked for by the error that they were learnt from.
import { assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

/** A lesson and the errors that it is asked for by; errors without one have none. */
interface Learnt {
  readonly goal?: string;
  readonly result: string;
  readonly cause: string;
  readonly takeaway: string;
  readonly asked: readonly string[];
}

const LEARNT: readonly Learnt[] = JSON.parse(
  Deno.readTextFileSync(new URL("./lessons.json", import.meta.url)),
);

Deno.test("mneme fix and find_fix name what a lesson says of the same error, and no other lesson", async (t) => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  const call = (tool: string, input: unknown) => home.mneme(["call", tool, JSON.stringify(input)]);
  for (const { goal, result, cause, takeaway } of LEARNT) {
    if (goal === undefined) continue;
    const entry = { domain: "debugging", strategy: "read-the-error", goal, hypothesis: "It is known" };
    const started = await call("start_ghap", { ...entry, action: "Look", prediction: "It passes" });
    assertEquals(started.code, 0, started.stderr);
    const root_cause = { category: "other", description: cause };
    const lesson = { what_worked: takeaway, takeaway };
    const end = { status: "falsified", result, surprise: "That it did not", root_cause, lesson };
    const ended = await call("resolve_ghap", end);
    assertEquals(ended.code, 0, ended.stderr);
  }
  await home.settle();
  for (const { takeaway, asked } of LEARNT) {
    for (const error of asked) {
      await t.step(error, async () => {
        const fixes = JSON.parse((await home.mneme(["fix", "--json", error])).stdout);
        const texts = fixes.map(({ worked }: { worked: { text: string } }) => worked.text);
        assertEquals(texts, takeaway === undefined ? [] : [takeaway]);
        const found = JSON.parse((await call("find_fix", { error })).stdout);
        assertEquals(found.fixes.length, texts.length);
      });
    }
  }
});
