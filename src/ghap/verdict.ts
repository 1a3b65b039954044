import type { GhapEnd, GhapExpectation, GhapTier, RunOutcome } from "./ghap_types.ts";

/** A run confirms a prediction, falsifies it, or leaves it open. */
export type Verdict = "confirms" | "falsifies" | "unclear";

/** The names of suggestions, as the agent and the log see them. */
type SuggestedAction = "resolve_confirmed" | "resolve_falsified";

/** The part of a run that decides. */
type RunResult = Pick<RunOutcome, "kind" | "result">;

/**
 * Compares the run with what the agent said that it expects. The verdict is unclear where the agent said nothing, said
 * that either result will do, or spoke of the other kind of run: no suggestion is better than a wrong one.
 */
export function verdictOf(said: GhapExpectation, run: RunResult): Verdict {
  const { expects } = said;
  if (expects === null || expects === "either") return "unclear";
  if (run.result === "unknown" || isOfOtherKind(said, run)) return "unclear";
  return expects === run.result ? "confirms" : "falsifies";
}

/** The suggestion for a verdict; an unclear one has none. */
export function suggestedAction(verdict: Verdict): SuggestedAction | undefined {
  if (verdict === "unclear") return undefined;
  return verdict === "confirms" ? "resolve_confirmed" : "resolve_falsified";
}

/**
 * Tells whether a run bears out how an entry was resolved. Where the agent did not say which result it expects, any
 * run with a result of the right kind will do: somebody looked.
 */
export function bearsOut(said: GhapExpectation, status: GhapEnd, run: RunResult): boolean {
  if (status === "abandoned" || run.result === "unknown" || isOfOtherKind(said, run)) return false;
  const verdict = verdictOf(said, run);
  return verdict === "unclear" || verdict === (status === "confirmed" ? "confirms" : "falsifies");
}

/** Tells whether the agent spoke of the other kind of run, so that this one decides nothing. */
export function isOfOtherKind({ expects_of }: GhapExpectation, { kind }: Pick<RunResult, "kind">): boolean {
  return expects_of !== null && expects_of !== kind;
}

/** The facts about a resolution that its tier follows from. */
interface Resolution {
  /** Whoever resolved it says that a run showed it. */
  readonly isAutoCaptured: boolean;
  /** Such a run is on record: in this session, after the entry was started, with a fitting result. */
  readonly hasMatchingOutcome: boolean;
  readonly hasRootCause: boolean;
  readonly hasLesson: boolean;
}

/** Gold needs a run on record: to say so is not enough. */
export function tierOf(resolution: Resolution): GhapTier {
  if (resolution.isAutoCaptured && resolution.hasMatchingOutcome) return "gold";
  return resolution.hasRootCause || resolution.hasLesson ? "silver" : "bronze";
}
