import { WORTH } from "../../src/triage/worth.ts";
import { assertEquals } from "../_support/assert.ts";
import { fitWorth, readStatements } from "./worth.ts";

for (const category of ["RUNBOOK", "DECISION"] as const) {
  Deno.test(`worth of a ${category} has the weights that its statements teach`, () => {
    const { base, facts } = WORTH[category];
    const weights = fitWorth(readStatements(category)).map((weight) => Math.round(weight * 100) / 100);
    assertEquals(weights, [...facts.map(({ weight }) => weight), base]);
  });
}
