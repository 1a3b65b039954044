import { type Expectation, expectationIn } from "./expectation.ts";
import { countExpected, type ExpectedCount, namesOtherCount } from "./expectation_counts.ts";
import type { GhapEnd, RunOutcome } from "./ghap_types.ts";
import { type Prediction, readPrediction } from "./prediction_clauses.ts";

/** What an outcome does to a prediction. */
export type Verdict = "confirms" | "falsifies" | "unclear";

/** What of an outcome a prediction is held against. */
export type MetResult = Pick<RunOutcome, "kind" | "result" | "passed" | "failed">;

/**
 * Whether the outcome is what was predicted; unclear where either of them is. A number that is predicted is held
 * against the number that was counted.
 */
export function verdictOf(prediction: string, outcome: MetResult): Verdict {
  if (outcome.result === "unknown") return "unclear";
  const read = readPrediction(prediction);
  const count = outcome.kind === "tests" ? countExpected(read) : undefined;
  const counted = count === undefined ? undefined : countedVerdict(count, outcome);
  if (counted !== undefined) return counted;
  const expected = expectationIn(read, outcome.kind);
  if (expected === "unclear" || isOfOtherCount(read, expected, outcome)) return "unclear";
  return expected === outcome.result ? "confirms" : "falsifies";
}

/** A failure that was predicted, in another number than was counted, as far as the prediction can be read. */
function isOfOtherCount(read: Prediction, expected: Expectation, { result, failed }: MetResult): boolean {
  return expected === "fail" && result === "fail" && !!failed && namesOtherCount(read, failed);
}

/** `undefined` where the number decides nothing. */
function countedVerdict(count: ExpectedCount, outcome: MetResult): Verdict | undefined {
  const number = numberOf(count, outcome);
  const isWithin = number !== undefined && number >= count.least && number <= count.most;
  if (count.of === "failed") {
    if (number === undefined) return count.least === 0 || outcome.failed === 0 ? "unclear" : undefined;
    return isWithin ? "confirms" : "falsifies";
  }
  if (count.most > count.least && number !== undefined) return isWithin ? "confirms" : "falsifies";
  // "40 tests pass" is said of all of them.
  return outcome.result === "pass" && number !== undefined && number < count.least ? "unclear" : undefined;
}

/** A run that failed without a failing test broke elsewhere. */
function numberOf({ of }: ExpectedCount, { result, passed, failed }: MetResult): number | undefined {
  if (of === "passed") return passed;
  return result === "pass" ? 0 : failed || undefined;
}

/**
 * Whether an outcome bears out how an entry was resolved. Where the prediction does not say what it expects, or names
 * a number that is not known of the run, a run with any result will do: somebody looked.
 */
export function bearsOut(prediction: string, status: GhapEnd, outcome: MetResult): boolean {
  if (status === "abandoned" || outcome.result === "unknown") return false;
  const isOpen = outcome.result === "fail" && outcome.failed === undefined &&
    countExpected(readPrediction(prediction)) !== undefined;
  const verdict = isOpen ? "unclear" : verdictOf(prediction, outcome);
  return verdict === "unclear" || verdict === (status === "confirmed" ? "confirms" : "falsifies");
}
