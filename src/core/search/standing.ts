import type { MemoryCategory } from "../memory_categories.ts";
import type { ItemKind, ScorePart } from "./search_types.ts";

/** What is known of an item beside its words. */
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
/** What was done in a session stands in what was decided in it, too; its summary names much and tells little of each. */
const SUMMARY = 0.13;

/** What the age, confidence and use of an item add to its score, or take from it; nothing that is zero. */
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
