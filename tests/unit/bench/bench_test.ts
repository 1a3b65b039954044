import { cleanText } from "../../../src/privacy/clean.ts";
import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { isWanted, parseOptions } from "../../bench/bench.ts";
import { markupSource, typescriptSource } from "../../bench/payloads.ts";
import {
  type Figure,
  isOver,
  median,
  medianRatio,
  percentile,
  Report,
  targetCell,
  verdict,
} from "../../bench/report.ts";

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

function figure(value: number, budget: number | undefined): Figure {
  return { section: "latency", name: "stop", value, budget, details: {} };
}

Deno.test("verdict is over beyond the budget only, and says nothing without one", () => {
  assertEquals(verdict(figure(1.1, 1.1)), "ok");
  assertEquals(verdict(figure(1.11, 1.1)), "over");
  assertEquals(verdict(figure(9, undefined)), "");
  assertEquals(verdict(figure(1, 0)), "over");
  assertEquals(isOver(figure(0, 0)), false);
});

Deno.test("Report names the rows that are over and keeps all of them", () => {
  const lines: string[] = [];
  const report = new Report((line) => lines.push(line));
  report.row(figure(1, 1.1), ["1.00×"]);
  report.row({ ...figure(2, 1.1), name: "session end" }, ["2.00×"]);
  assertEquals(report.over().map(({ name }) => name), ["session end"]);
  assertEquals(report.figures.length, 2);
  assert(lines[1]?.startsWith("session end "));
  assertEquals(lines[0]?.length, lines[1]?.length);
});

Deno.test("targetCell marks a p95 that is beyond the target", () => {
  assertEquals(targetCell(30, 30), "30");
  assertEquals(targetCell(30.1, 30), "! 30");
  assertEquals(targetCell(5, undefined), "");
});

for (const source of [typescriptSource, markupSource]) {
  Deno.test(`${source.name} has as many bytes as wanted, and nothing in it is redacted`, () => {
    const text = source(50_000);
    assertEquals(new TextEncoder().encode(text).length, 50_000);
    assertEquals(cleanText(text, { redactSecrets: true }), text);
  });
}

Deno.test("markupSource has far more of what private blocks and secrets begin with than plain code", () => {
  const marks = (text: string) => text.split(/[<=]/).length;
  assert(marks(markupSource(50_000)) > 3 * marks(typescriptSource(50_000)));
});

Deno.test("median takes the middle of an odd number and the mean of the two in the middle of an even one", () => {
  assertEquals(median([9]), 9);
  assertEquals(median([30, 1, 2]), 2);
  assertEquals(median([10, 2, 4, 1]), 3);
  assertThrows(() => median([]), RangeError);
});

Deno.test("median compares numbers as numbers and leaves the list as it was", () => {
  const values = [100, 9, 20];
  assertEquals(median(values), 20);
  assertEquals(values, [100, 9, 20]);
});

Deno.test("percentile is a measured value that at least the share does not exceed", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  assertEquals(percentile(hundred, 0.95), 95);
  assertEquals(percentile(hundred, 0.5), 50);
  assertEquals(percentile([1, 2, 3], 0.95), 3);
  assertEquals(percentile([1, 2, 3], 0), 1);
  assertEquals(percentile([7], 0.95), 7);
});

Deno.test("medianRatio compares within pairs, so a machine that slows down between them changes nothing", () => {
  const pairs = [
    { empty: 10, measured: 12 },
    { empty: 40, measured: 48 },
    { empty: 100, measured: 120 },
  ];
  assertEquals(medianRatio(pairs), 1.2);
});

Deno.test("medianRatio does not follow one disturbed pair", () => {
  const pairs = [
    { empty: 10, measured: 11 },
    { empty: 10, measured: 11 },
    { empty: 10, measured: 900 },
  ];
  assertEquals(medianRatio(pairs), 1.1);
});
