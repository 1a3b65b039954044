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

/** One output for "none" and one for each category. */
export const OUTPUTS = LEARNT_CATEGORIES.length + 1;

/** A weight for each output and each bucket of hashed features. */
export interface Model {
  readonly buckets: number;
  /** In whole steps of `scale`. */
  weightAt(place: number): number;
  /** Adds the weights from `place` on, one for each output, to `sums`, times `value`. */
  addTo(sums: number[], place: number, value: number): void;
  readonly scale: number;
  readonly bias: readonly number[];
}

/** The bucket of a hashed feature; `buckets` is a power of two. */
export function bucketOf(hash: number, buckets: number): number {
  return (hash ^ (hash >>> 17)) & (buckets - 1);
}

/** For each output the sum of its weights: the higher, the more likely. */
export function scoreFeatures(model: Model, { hashes, values }: Features): number[] {
  const sums = model.bias.map(() => 0);
  for (let i = 0; i < hashes.length; i++) {
    const place = bucketOf(hashes[i] as number, model.buckets) * OUTPUTS;
    model.addTo(sums, place, values[i] as number);
  }
  return sums.map((sum, output) => sum * model.scale + (model.bias[output] as number));
}
