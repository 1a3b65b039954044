import type { ItemKind, SearchHit } from "./search_types.ts";

/**
 * What share of its score an item of a kind loses to one that was meant to be found: a prompt holds the words of the
 * question as it is a question itself, and what was done stands again and again in what was said of it.
 */
const LOSS: Readonly<Partial<Record<ItemKind, number>>> = {
  session: 0.1,
  scratchpad: 0.1,
  code: 0.2,
  prompt: 0.4,
  observation: 0.4,
};

/** The hits with memories and lessons before what was written, said and done, where both fit alike; best first. */
export function favourKept(hits: readonly SearchHit[]): SearchHit[] {
  return hits.map(weighed).sort((a, b) => b.score - a.score);
}

function weighed(hit: SearchHit): SearchHit {
  const loss = LOSS[hit.kind];
  if (loss === undefined) return hit;
  const value = -hit.score * loss;
  return { ...hit, score: hit.score + value, why: [...hit.why, { name: "kind", value }] };
}
