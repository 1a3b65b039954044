import { assertEquals } from "../../../_support/assert.ts";
import { inParallel } from "../../../_support/parallel.ts";
import { test } from "../../../_support/test_home.ts";

test("memory add of the same words in six processes at once makes one memory", async (home) => {
  const outcomes = await inParallel(
    [1, 2, 3, 4, 5, 6],
    6,
    () => home.mneme(["memory", "add", "--category", "DECISION", "Use pnpm for installs"]),
  );
  assertEquals(outcomes.map(({ code, stderr }) => [code, stderr]), outcomes.map(() => [0, ""]));
  assertEquals(outcomes.filter(({ stdout }) => stdout === "Saved m1\n").length, 1);
  assertEquals(home.count("memories"), 1);
});
