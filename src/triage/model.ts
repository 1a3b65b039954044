import type { TriageCategory } from "../base/triage_types.ts";
import type { Features } from "./features.ts";

/** The categories that are learnt, in the order of the weights. */
export const LEARNT_CATEGORIES = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
] as const satisfies readonly TriageCategory[];

export type LearntCategory = (typeof LEARNT_CATEGORIES)[number];

/** The weights of the words of passages. */
export interface Model {
  /** For each category how much more likely it is than nothing, as a sum of weights. */
  marginsOf(features: Features): number[];
  /** The weight of one hashed feature for a category, by its place. */
  weightOf(hash: number, category: number): number;
}

/** The trained parts of triage: what words say, and what the conversation around them says. */
export interface TrainedTriage {
  readonly words: Model;
  /** A weight for each of `SIGNS`, by category. */
  readonly signs: Readonly<Record<LearntCategory, readonly number[]>>;
}

/** The first line of `trained_weights.txt`; behind it each weight is one character. */
export interface ModelHeader {
  /** A power of two. */
  readonly buckets: number;
  /** The weight of one step. */
  readonly scale: number;
  readonly bias: readonly number[];
  readonly signs: TrainedTriage["signs"];
}

/** A weight is one printable character: 91 steps from `#` on; the backslash, which text escapes, is never written. */
const LARGEST_STEP = 45;
const MIDDLE = 0x23 + LARGEST_STEP;
const BACKSLASH = 0x5c;
const LINE_END = 0x0a;

/** The bucket of a hashed feature. */
export function bucketOf(hash: number, buckets: number): number {
  return (hash ^ (hash >>> 17)) & (buckets - 1);
}

/** Reads the trained parts from the bytes of `trained_weights.txt`. */
export function loadTrained(file: Uint8Array): TrainedTriage {
  const from = file.indexOf(LINE_END) + 1;
  const header = JSON.parse(new TextDecoder().decode(file.subarray(0, from))) as ModelHeader;
  const { buckets, scale, bias, signs } = header;
  const size = LEARNT_CATEGORIES.length;
  const placeOf = (hash: number) => from + bucketOf(hash, buckets) * size;
  const weightOf = (hash: number, category: number) => (file[placeOf(hash) + category]! - MIDDLE) * scale;
  const marginsOf = ({ hashes, ends, values }: Features) => {
    const sums = [...bias];
    let at = 0;
    for (const [group, end] of ends.entries()) {
      const value = values[group]! * scale;
      for (; at < end; at++) {
        const place = placeOf(hashes[at]!);
        for (let k = 0; k < size; k++) sums[k]! += (file[place + k]! - MIDDLE) * value;
      }
    }
    return sums;
  };
  return { words: { marginsOf, weightOf }, signs };
}

/** The character of a weight in whole steps, as `loadTrained` reads it. */
export function encodeWeight(steps: number): string {
  const unit = Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, Math.round(steps))) + MIDDLE;
  return String.fromCharCode(unit === BACKSLASH ? BACKSLASH - 1 : unit);
}
