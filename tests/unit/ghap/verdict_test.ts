import { bearsOut, GHAP_EXPECTS, RUN_KINDS, verdictOf } from "../../../src/ghap/entry.ts";
import type { GhapExpectation } from "../../../src/ghap/entry.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

/** Tests that pass and fail, and a build that passes and fails. */
const RUNS = RUN_KINDS.flatMap((kind) => (["pass", "fail"] as const).map((result) => ({ kind, result })));
const UNKNOWN = { kind: "tests", result: "unknown" } as const;

/** Makes an expectation from `expects of expects_of`. */
function said(text: string): GhapExpectation {
  const [expects, kind] = text.split(" of ");
  return {
    expects: GHAP_EXPECTS.find((one) => one === expects) ?? null,
    expects_of: RUN_KINDS.find((one) => one === kind) ?? null,
  };
}

testVerdicts(import.meta.filename, {
  verdicts: (text: string) => RUNS.map((run) => verdictOf(said(text), run) ?? "open").join(" "),
  verdictsOn: (prediction: string) =>
    RUNS.map((run) => verdictOf({ ...said("pass"), prediction }, run) ?? "open").join(" "),
  verdictOn: (command: string, prediction: string) =>
    verdictOf({ ...said("pass"), prediction }, { kind: "tests", result: "pass", command }) ?? "open",
  verdictAfter: (prediction: string, firstFailure: string) =>
    verdictOf({ ...said("pass"), prediction }, { kind: "tests", result: "fail", firstFailure }) ?? "open",
  bears: (text: string, status: "confirmed" | "falsified" | "abandoned") =>
    RUNS.map((run) => bearsOut(said(text), status, run) ? "yes" : "no").join(" "),
});

Deno.test("verdictOf() and bearsOut() learn nothing from an unknown result", () => {
  assertEquals(verdictOf(said("pass"), UNKNOWN), undefined);
  assertEquals(bearsOut(said("nothing"), "confirmed", UNKNOWN), false);
});
