/** A hit below this score more likely does not answer, so it is not brought back whole. */
export const RELEVANCE_FLOOR = 0.35;
