import type { TriageCategory } from "../triage_types.ts";
import type { Features } from "./features.ts";

/** What the model tells apart, in the order of its weights; `none` is the first. */
export const LEARNT_CATEGORIES = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
] as const satisfies readonly TriageCategory[];

export type LearntCategory = (typeof LEARNT_CATEGORIES)[number];

/** What the words of passages weigh. */
export interface Model {
  /** For each category how much more likely it is than nothing, as a sum of weights. */
  marginsOf(features: Features): number[];
  /** The weight of one hashed feature for a category, by its place. */
  weightOf(hash: number, category: number): number;
}

/** The bucket of a hashed feature; `buckets` is a power of two. */
export function bucketOf(hash: number, buckets: number): number {
  return (hash ^ (hash >>> 17)) & (buckets - 1);
}
