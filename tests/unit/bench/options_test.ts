import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { isWanted, parseOptions } from "../../bench/options.ts";

Deno.test("parseOptions measures enough to judge by unless told otherwise", () => {
  const options = parseOptions([]);
  assert(options.runs >= 60);
  assertEquals(options.databaseRows.at(0), 1_000);
  assertEquals(options.databaseRows.at(-1), 1_000_000);
  assertEquals(options.rounds, 20);
});

Deno.test("parseOptions takes the flags, and --runs wins over --quick", () => {
  const quick = parseOptions(["--quick"]);
  assert(quick.runs < parseOptions([]).runs);
  const options = parseOptions(["--quick", "--runs", "7", "--only", "Stop", "--json", "figures.json"]);
  assertEquals(options, { ...quick, runs: 7, only: "stop", json: "figures.json" });
});

Deno.test("parseOptions refuses numbers that are none and flags that it does not know", () => {
  for (const bad of ["0", "-3", "1.5", "many", ""]) {
    assertThrows(() => parseOptions([`--runs=${bad}`]), /Cannot use --runs ".*": it is not a whole number/);
  }
  assertThrows(() => parseOptions(["--fast"]), /--fast/);
});

Deno.test("isWanted lets all through without --only, else what has it in its name in any case", () => {
  assertEquals(isWanted("session start", parseOptions([])), true);
  assertEquals(isWanted("Session start", parseOptions(["--only", "SESSION"])), true);
  assertEquals(isWanted("peak memory", parseOptions(["--only", "session"])), false);
});
