import { cleanText } from "../../../src/privacy/clean.ts";
import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { parseOptions } from "../../bench/bench.ts";
import { markupSource, typescriptSource } from "../../bench/payloads.ts";
import { type Figure, isOver, median, medianRatio, percentile, Report, verdict } from "../../bench/report.ts";

Deno.test("parseOptions takes the flags", () => {
  const options = parseOptions(["--runs", "7", "--only", "Stop", "--json", "figures.json"]);
  assertEquals(options, { runs: 7, only: "stop", json: "figures.json" });
});

Deno.test("parseOptions refuses numbers that are none and flags that it does not know", () => {
  for (const bad of ["0", "-3", "1.5", "many", ""]) {
    assertThrows(() => parseOptions([`--runs=${bad}`]), /Cannot use --runs ".*": it is not a whole number/);
  }
  assertThrows(() => parseOptions(["--fast"]), /--fast/);
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

for (const source of [typescriptSource, markupSource]) {
  Deno.test(`${source.name} has as many bytes as wanted, and nothing in it is redacted`, () => {
    const text = source(50_000);
    assertEquals(new TextEncoder().encode(text).length, 50_000);
    assertEquals(cleanText(text, { redactSecrets: true }), text);
  });
}

Deno.test("median takes the middle of an odd number and the mean of the two in the middle of an even one", () => {
  assertEquals(median([9]), 9);
  assertEquals(median([30, 1, 2]), 2);
  assertEquals(median([10, 2, 4, 1]), 3);
  assertThrows(() => median([]), RangeError);
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
