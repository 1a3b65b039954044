import type { GhapTier } from "./ghap_types.ts";

/** What is known of a resolution. */
export interface Resolution {
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
