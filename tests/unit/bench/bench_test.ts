import { cleanText } from "../../../src/privacy/clean.ts";
import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
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

testVerdicts(import.meta.filename, {
  median,
  percentile,
  /** Compared within pairs, so that a machine that slows down between them changes nothing. */
  medianRatio,
  verdict: (value: number, budget: number | null) => verdict(figure(value, budget ?? undefined)),
  isOver: (value: number, budget: number) => isOver(figure(value, budget)),
});

Deno.test("median refuses no numbers", () => {
  assertThrows(() => median([]), RangeError);
});

function figure(value: number, budget: number | undefined): Figure {
  return { section: "latency", name: "stop", value, budget, details: {} };
}

Deno.test("Report names the rows that are over and keeps all of them", () => {
  const lines: string[] = [];
  const report = new Report((line) => lines.push(line));
  report.row(figure(1, 1.1));
  report.row({ ...figure(2, 1.1), name: "session end" });
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
