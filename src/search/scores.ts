// Adjusts the scores of hits: by nearness in meaning, by kind, by age and use. For searches and recall.
import { DAY_MS } from "../base/time.ts";
import type { MemoryCategory } from "../memory/memory_text.ts";
import type { ItemKind, ScorePart, SearchHit } from "./search_types.ts";

const SHARE = 0.6; // the score of a text with nearness 1 that shares no word with the question

/** Closes a part of the gap from each score to 1, by the nearness (0 to 1) of the hit. Sorts the hits, best first. */
export function fuseHits(hits: readonly SearchHit[], nearnessOf: (hit: SearchHit) => number): SearchHit[] {
  return hits.map((hit) =>
    withPart(hit, "meaning", Math.max(0, 1 - hit.score) * SHARE * Math.min(nearnessOf(hit), 1))
  ).sort((a, b) => b.score - a.score || (a.createdAt < b.createdAt ? 1 : -1));
}

function withPart(hit: SearchHit, name: string, value: number): SearchHit {
  return value === 0 ? hit : { ...hit, score: hit.score + value, why: [...hit.why, { name, value }] };
}

/** The mean includes so many invented texts of this cosine, because few texts give no reliable mean. */
const PRIOR_TEXTS = 5;
const PRIOR_COSINE = 0.3;

/**
 * Returns a function from a cosine to a nearness: 0 for the mean of all texts, 1 for the question itself.
 * Unrelated texts have cosines from 0.1 to 0.7, depending on the model.
 */
export function nearnessScale({ sum, count }: Readonly<Record<"sum" | "count", number>>) {
  const mean = (sum + PRIOR_TEXTS * PRIOR_COSINE) / (count + PRIOR_TEXTS);
  return (cosine: number) => mean >= 1 ? 0 : Math.max(0, (cosine - mean) / (1 - mean));
}

/** The share of its score that a kind loses: a prompt has no answer, and other kinds tell what an observation tells. */
const LOSS: Readonly<Partial<Record<ItemKind, number>>> = {
  session: 0.1,
  scratchpad: 0.1,
  code: 0.2,
  prompt: 0.4,
  observation: 0.4,
};

/** Lowers the scores of all kinds but memories, lessons and values, and sorts the hits, best first. */
export function favourKept(hits: readonly SearchHit[]): SearchHit[] {
  return hits.map((hit) => withPart(hit, "kind", -hit.score * (LOSS[hit.kind] ?? 0)))
    .sort((a, b) => b.score - a.score);
}

/** The facts that change a score. The last three are `null` for all kinds but memories. */
export interface ItemFacts {
  readonly kind: ItemKind;
  readonly created_at: string;
  readonly category: MemoryCategory | null;
  readonly confidence: number | null;
  readonly use_count: number | null;
}

/** Half-lives of freshness in days. Prompts, observations and code have none: newness makes them no truer. */
const HALF_LIFE: Readonly<Partial<Record<ItemKind, number>> & Record<MemoryCategory, number>> = {
  DECISION: 365,
  CONSTRAINT: 365,
  PREFERENCE: 730,
  RUNBOOK: 180,
  TECH_DEBT: 120,
  SESSION_SUMMARY: 30,
  ghap: 180,
  value: 730,
  session: 30,
  scratchpad: 30,
};

// These weights are small: they mostly decide between items that fit alike.
const RECENCY = 0.06;
const CONFIDENCE = 0.1;
const USUAL_CONFIDENCE = 0.9;
const USE = 0.01;
const MOST_USES = 15;
const SUMMARY = 0.13; // a summary loses this share: it names many subjects and says little about each

/** Returns what age, confidence, uses and kind of an item add to its score. */
export function factParts(score: number, facts: ItemFacts, now: Date): ScorePart[] {
  const { kind, category, confidence, use_count } = facts;
  const isSummary = kind === "session" || category === "SESSION_SUMMARY";
  const parts = {
    recency: score * RECENCY * (freshness(facts, now) - 0.5),
    confidence: confidence === null ? 0 : score * CONFIDENCE * (confidence - USUAL_CONFIDENCE),
    use: use_count === null ? 0 : score * USE * Math.log2(1 + Math.min(use_count, MOST_USES)),
    summary: isSummary ? -score * SUMMARY : 0,
  };
  return Object.entries(parts).filter(([, value]) => value !== 0).map(([name, value]) => ({ name, value }));
}

/** Returns 1 for a new item, and half as much after each half-life; 0.5 for an item without a half-life. */
function freshness({ kind, category, created_at }: ItemFacts, now: Date): number {
  const halfLife = HALF_LIFE[category ?? kind];
  const at = Date.parse(created_at);
  if (halfLife === undefined || Number.isNaN(at)) return 0.5;
  return 2 ** (-Math.max(0, now.getTime() - at) / DAY_MS / halfLife);
}

/** The usual least score of an item that is told whole: an item with a lower one is more likely no answer. */
export const RELEVANCE_FLOOR = 0.35;
/** The least share of the best hit's score that a title told with a prompt has. */
export const LEAST_SHARE = 0.75;
