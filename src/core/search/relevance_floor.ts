/** A hit below it more likely does not answer than it does: silence is better. */
export const RELEVANCE_FLOOR = 0.35;
/** So many are shown though some are below the floor, if the best is above it: then the prompt is about what is known. */
export const COMPANIONS = 5;
/** What a companion has of the score of the best. */
const COMPANION_SHARE = 0.6;
/** Who has so much answers by itself: what is to stand beside it has to be nearer, though it be above the floor. */
const CLEAR_SCORE = 0.5;
const CLEAR_SHARE = 0.65;

/** Which scores may be shown. */
export interface Floor {
  readonly floor: number;
  /** What is shown depends on the best: up to so many may be nearly as good, and below the floor; absent: it does not. */
  readonly companions?: number;
}

/**
 * From which of these scores on items are shown: at the floor where none reaches it, above it only beside one that
 * answers clearly.
 */
export function leastShown(scores: readonly number[], { floor, companions = 0 }: Floor): number {
  if (companions === 0) return floor;
  const ordered = [...scores].sort((a, b) => b - a);
  const best = ordered[0] ?? 0;
  if (best < floor) return floor;
  const least = Math.min(floor, Math.max(best * COMPANION_SHARE, ordered[companions - 1] ?? 0));
  return best < CLEAR_SCORE ? least : Math.max(least, best * CLEAR_SHARE);
}
