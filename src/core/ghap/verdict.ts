import { expectationOf } from "./expectation.ts";
import type { GhapEnd, RunOutcome } from "./ghap_types.ts";

/** What an outcome does to a prediction. */
export type Verdict = "confirms" | "falsifies" | "unclear";

/** Whether the outcome is what was predicted; unclear where either of them is. */
export function verdictOf(prediction: string, outcome: Pick<RunOutcome, "kind" | "result">): Verdict {
  if (outcome.result === "unknown") return "unclear";
  const expected = expectationOf(prediction, outcome.kind);
  if (expected === "unclear") return "unclear";
  return expected === outcome.result ? "confirms" : "falsifies";
}

/**
 * Whether an outcome bears out how an entry was resolved. Where the prediction does not say what it expects, a run
 * with any result will do: somebody looked.
 */
export function bearsOut(
  prediction: string,
  status: GhapEnd,
  outcome: Pick<RunOutcome, "kind" | "result">,
): boolean {
  if (status === "abandoned" || outcome.result === "unknown") return false;
  const verdict = verdictOf(prediction, outcome);
  return verdict === "unclear" || verdict === (status === "confirmed" ? "confirms" : "falsifies");
}
