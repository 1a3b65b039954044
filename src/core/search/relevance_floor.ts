/** A hit below it more likely does not answer than it does: silence is better. */
export const RELEVANCE_FLOOR = 0.35;
