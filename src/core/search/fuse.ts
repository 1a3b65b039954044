import type { SearchHit } from "./search_types.ts";

/** A hit with how near it is to the question in meaning, from 0 to 1; `undefined` where nothing is known of that. */
export interface NearHit {
  readonly hit: SearchHit;
  readonly nearness: number | undefined;
}

/** How far meaning alone can carry an item: even the nearest text holds none of the words that were asked for. */
const SHARE = 0.6;

/**
 * One order of what words and what meaning have found. Meaning fills a share of what a score lacks of 1, so that it never
 * lowers one, and an item without a vector stays where its words put it. The parts still add up to the score.
 */
export function fuseHits(hits: readonly NearHit[]): SearchHit[] {
  return hits.map(fused).sort((a, b) => b.score - a.score || (a.createdAt < b.createdAt ? 1 : -1));
}

function fused({ hit, nearness }: NearHit): SearchHit {
  if (nearness === undefined || nearness <= 0) return hit;
  const value = (1 - hit.score) * SHARE * Math.min(nearness, 1);
  return { ...hit, score: hit.score + value, why: [...hit.why, { name: "meaning", value }] };
}

/** As if so many unrelated texts of this cosine had been looked at as well: few texts have no telling mean. */
const PRIOR_TEXTS = 5;
const PRIOR_COSINE = 0.3;

/**
 * What cosines of a question mean, where models differ in what they give unrelated texts (0.1 to 0.7): 0 for the mean of
 * all texts, 1 for the question itself.
 */
export function nearnessScale(
  cosines: { readonly sum: number; readonly count: number },
): (cosine: number) => number {
  const mean = (cosines.sum + PRIOR_TEXTS * PRIOR_COSINE) / (cosines.count + PRIOR_TEXTS);
  return (cosine) => mean >= 1 ? 0 : Math.max(0, (cosine - mean) / (1 - mean));
}
