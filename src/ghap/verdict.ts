import type { GhapEnd, GhapExpectation, GhapTier, RunOutcome } from "./ghap_types.ts";

/** The effect of a run on a prediction. */
export type Verdict = "confirms" | "falsifies" | "unclear";

/** The suggested actions, as the agent and the log see them. */
type SuggestedAction = "resolve_confirmed" | "resolve_falsified";

/** The parts of a run on which the verdict depends. */
type RunResult = Pick<RunOutcome, "kind" | "result">;

/**
 * Compares a run with the result that the agent expects. The verdict is `unclear` if the result is unknown, or if the
 * agent expects nothing, either result, or another kind of run, as no suggestion is better than a wrong one.
 */
export function verdictOf(said: GhapExpectation, run: RunResult): Verdict {
  const { expects } = said;
  if (expects === null || expects === "either") return "unclear";
  if (run.result === "unknown" || isOfOtherKind(said, run)) return "unclear";
  return expects === run.result ? "confirms" : "falsifies";
}

/** Returns the suggested action for a verdict; `undefined` for an unclear one. */
export function suggestedAction(verdict: Verdict): SuggestedAction | undefined {
  if (verdict === "unclear") return undefined;
  return verdict === "confirms" ? "resolve_confirmed" : "resolve_falsified";
}

/**
 * Returns true if a run supports the status in which an entry was resolved. If the agent expected no certain result, any
 * run of the right kind with a result supports it.
 */
export function bearsOut(said: GhapExpectation, status: GhapEnd, run: RunResult): boolean {
  if (status === "abandoned" || run.result === "unknown" || isOfOtherKind(said, run)) return false;
  const verdict = verdictOf(said, run);
  return verdict === "unclear" || verdict === (status === "confirmed" ? "confirms" : "falsifies");
}

/** Returns true if the agent expects a result of the other kind of run, so that this run decides nothing. */
export function isOfOtherKind({ expects_of }: GhapExpectation, { kind }: Pick<RunResult, "kind">): boolean {
  return expects_of !== null && expects_of !== kind;
}

/** The facts from which the tier of a resolved entry is computed. */
interface Resolution {
  /** The agent's argument `auto_captured`: it says that a run showed the result. */
  readonly isAutoCaptured: boolean;
  /** Such a run is recorded: by the same agent, after the start of the entry, with a fitting result. */
  readonly hasMatchingOutcome: boolean;
  readonly hasRootCause: boolean;
  readonly hasLesson: boolean;
}

/** Returns the tier. Gold needs a recorded run; the claim of the agent is not enough. */
export function tierOf(resolution: Resolution): GhapTier {
  if (resolution.isAutoCaptured && resolution.hasMatchingOutcome) return "gold";
  return resolution.hasRootCause || resolution.hasLesson ? "silver" : "bronze";
}
