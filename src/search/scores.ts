import type { MemoryCategory } from "../memory/memory_text.ts";
import type { ItemKind, ScorePart, SearchHit } from "./search_types.ts";

/** A hit with how near it is to the question in meaning, from 0 to 1; `undefined` where nothing is known of that. */
export interface NearHit {
  readonly hit: SearchHit;
  readonly nearness: number | undefined;
}

/** The share that meaning alone can give: even the nearest text holds none of the words that were asked for. */
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
 * Scales the cosines of a question, as models differ in what they give unrelated texts (0.1 to 0.7): 0 for the mean of
 * all texts, 1 for the question itself.
 */
export function nearnessScale(
  cosines: { readonly sum: number; readonly count: number },
): (cosine: number) => number {
  const mean = (cosines.sum + PRIOR_TEXTS * PRIOR_COSINE) / (cosines.count + PRIOR_TEXTS);
  return (cosine) => mean >= 1 ? 0 : Math.max(0, (cosine - mean) / (1 - mean));
}

/**
 * The share of its score that an item of a kind loses to one that was meant to be found: a prompt holds the words of
 * the question as it is a question itself, and deeds are told again and again in other items.
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

/** The facts about an item beside its words. */
export interface Standing {
  readonly kind: ItemKind;
  readonly created_at: string;
  /** Of memories only, as the others. */
  readonly category: MemoryCategory | null;
  readonly confidence: number | null;
  readonly use_count: number | null;
}

/**
 * Days in which an item of a kind, or a memory of a category, loses half of what it is worth for being new. What was said
 * and done is no truer for being new: who asks for it asks for what was then.
 */
const HALF_LIFE: Readonly<Partial<Record<ItemKind | MemoryCategory, number>>> = {
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
const DAY_MS = 86_400_000;

// Small, so that they decide between items that fit alike: an old memory that fits is better than a new one that does not.
const RECENCY = 0.06;
const CONFIDENCE = 0.1;
const USUAL_CONFIDENCE = 0.9;
const USE = 0.01;
const MOST_USES = 15;
/** The loss of a session's summary: its deeds stand in its decisions, too, and it names much and says little. */
const SUMMARY = 0.13;

/** Lists the parts that the age, confidence and use of an item add to its score, or take from it; none that is zero. */
export function standingParts(score: number, standing: Standing, now: Date): ScorePart[] {
  const { confidence, use_count } = standing;
  const parts = [
    { name: "recency", value: score * RECENCY * (freshness(standing, now) - 0.5) },
    {
      name: "confidence",
      value: confidence === null ? 0 : score * CONFIDENCE * (confidence - USUAL_CONFIDENCE),
    },
    {
      name: "use",
      value: use_count === null ? 0 : score * USE * Math.log2(1 + Math.min(use_count, MOST_USES)),
    },
    { name: "summary", value: isSummary(standing) ? -score * SUMMARY : 0 },
  ];
  return parts.filter(({ value }) => value !== 0);
}

function isSummary({ kind, category }: Standing): boolean {
  return kind === "session" || category === "SESSION_SUMMARY";
}

/** 1 for what is new, 0.5 for what has no age. */
function freshness({ kind, category, created_at }: Standing, now: Date): number {
  const halfLife = HALF_LIFE[category ?? kind];
  const at = Date.parse(created_at);
  if (halfLife === undefined || Number.isNaN(at)) return 0.5;
  return 2 ** (-Math.max(0, now.getTime() - at) / DAY_MS / halfLife);
}

/** A hit below this score more likely does not answer, so it is not brought back whole. */
export const RELEVANCE_FLOOR = 0.35;
