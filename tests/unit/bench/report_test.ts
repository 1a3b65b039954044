import { assert, assertEquals } from "../../_support/assert.ts";
import { type Figure, isOver, Report, targetCell, verdict } from "../../bench/report.ts";

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
