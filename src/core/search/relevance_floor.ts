/** A hit below it more likely does not answer than it does: silence is better. */
export const RELEVANCE_FLOOR = 0.35;
/** So many are shown though some are below the floor, if the best is above it: then the prompt is about what is known. */
export const COMPANIONS = 5;
/** What a companion has of the score of the best. */
const COMPANION_SHARE = 0.6;

/** Which scores may be shown. */
export interface Floor {
  readonly floor: number;
  /** Up to so many in all may be nearly as good as one above the floor; absent: none. */
  readonly companions?: number;
}

/** From which of these scores on items are shown: never above the floor, and at the floor where none reaches it. */
export function leastShown(scores: readonly number[], { floor, companions = 0 }: Floor): number {
  if (companions === 0) return floor;
  const ordered = [...scores].sort((a, b) => b - a);
  const best = ordered[0] ?? 0;
  return best < floor
    ? floor
    : Math.min(floor, Math.max(best * COMPANION_SHARE, ordered[companions - 1] ?? 0));
}
