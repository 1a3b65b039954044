/** A hit below this share of the question's information does not fit it: silence is the better answer. */
export const RELEVANCE_FLOOR = 0.35;
