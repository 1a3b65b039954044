import { expectationOf } from "../../../../src/core/ghap/expectation.ts";
import { bearsOut, verdictOf } from "../../../../src/core/ghap/verdict.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";

interface Row {
  readonly prediction: string;
  readonly kind: "tests" | "builds";
  readonly expects: "pass" | "fail" | "unclear";
}

const ROWS: readonly Row[] = JSON.parse(
  Deno.readTextFileSync(new URL("../../../ghap/predictions.json", import.meta.url)),
);

const LEAST_ACCURACY = 0.98;

Deno.test("expectationOf() reads the labelled predictions as a person does, and none the wrong way round", () => {
  assert(ROWS.length >= 60);
  const wrong = ROWS.map((
    { prediction, kind, expects },
  ) => [prediction, expects, expectationOf(prediction, kind)])
    .filter(([, expected, found]) => expected !== found);
  assertEquals(wrong.filter(([, expected, found]) => expected !== "unclear" && found !== "unclear"), []);
  assert(1 - wrong.length / ROWS.length >= LEAST_ACCURACY, wrong.join("\n"));
});

Deno.test("verdictOf() confirms a failure that was predicted, and is unclear where either side is", () => {
  const verdict = (prediction: string, result: "pass" | "fail" | "unknown") =>
    verdictOf(prediction, { kind: "tests", result });
  assertEquals(verdict("This will still fail", "fail"), "confirms");
  assertEquals(verdict("This will still fail", "pass"), "falsifies");
  assertEquals(verdict("The tests pass", "pass"), "confirms");
  assertEquals(verdict("The tests pass", "fail"), "falsifies");
  assertEquals(verdict("The tests pass", "unknown"), "unclear");
  assertEquals(verdict("The page has a footer", "fail"), "unclear");
});

interface MetRow {
  readonly prediction: string;
  readonly kind: "tests" | "builds";
  readonly result: "pass" | "fail";
  readonly passed?: number;
  readonly failed?: number;
  readonly verdict: "confirms" | "falsifies" | "unclear";
}

const MET: readonly MetRow[] = JSON.parse(
  Deno.readTextFileSync(new URL("../../../ghap/verdicts.json", import.meta.url)),
);

Deno.test("verdictOf() holds a number that is predicted against the number that was counted", () => {
  const wrong = MET.filter((row) => verdictOf(row.prediction, row) !== row.verdict);
  assertEquals(wrong.map((row) => [row, verdictOf(row.prediction, row)]), []);
});

Deno.test("bearsOut() takes a failure whose number nobody kept for either end of a prediction of a number", () => {
  const failed = { kind: "tests", result: "fail" } as const;
  assert(bearsOut("Exactly one test fails", "falsified", failed));
  assert(bearsOut("Exactly one test fails", "confirmed", failed));
  assert(!bearsOut("Exactly one test fails", "confirmed", { kind: "tests", result: "pass" }));
  assert(!bearsOut("Exactly one test fails", "confirmed", { ...failed, failed: 3 }));
  assert(!bearsOut("The test fails", "falsified", failed));
});
