import { readRuled, readSaid } from "../../../ghap/labelled.ts";
import { likelihoodsOf } from "../../../../src/core/ghap/second_reader.ts";
import { agreed } from "../../../../src/core/ghap/two_readers.ts";
import { expectationOf } from "../../../../src/core/ghap/expectation.ts";
import { bearsOut, verdictOf } from "../../../../src/core/ghap/verdict.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";

const ROWS = readRuled();

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

Deno.test("expectationOf() takes no prediction the wrong way round that people wrote without knowing the rules", () => {
  const read = readSaid().map((row) => ({ ...row, found: expectationOf(row.prediction, row.kind) }));
  const isClear = ({ expects, found }: typeof read[number]) => expects !== "unclear" && found !== "unclear";
  assertEquals(read.filter((row) => isClear(row) && row.found !== row.expects), []);
  assert(read.filter(({ expects, found }) => expects === found).length / read.length >= 0.95);
});

Deno.test("expectationOf() leaves open what the second reader takes the other way round, and what neither knows", () => {
  const sure = (pass: number, fail: number) => [pass, fail, 1 - pass - fail];
  assertEquals(agreed("pass", sure(0.7, 0.2)), "pass");
  assertEquals(agreed("pass", sure(0.3, 0.6)), "unclear");
  assertEquals(agreed("pass", sure(0.03, 0.95)), "unclear");
  assertEquals(agreed("unclear", sure(0.9, 0.05)), "unclear");
  assertEquals(agreed("unclear", sure(0.97, 0.01)), "pass");
  assertEquals(agreed("unclear", sure(0.1, 0.1)), "unclear");
});

Deno.test("likelihoodsOf() gives a text of which it knows nothing no side", () => {
  const [pass, fail, unclear] = likelihoodsOf("xyzzy plugh", undefined);
  assertEquals([pass, fail, unclear], [1 / 3, 1 / 3, 1 / 3]);
  assertEquals(likelihoodsOf("", "tests", () => undefined), [1 / 3, 1 / 3, 1 / 3]);
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
