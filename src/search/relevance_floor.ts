/** A hit below it more likely does not answer than it does: silence is better where whole items are brought back. */
export const RELEVANCE_FLOOR = 0.35;
