import type { Features } from "./features.ts";
import type { TrainedTriage } from "./judge.ts";
import { bucketOf, LEARNT_CATEGORIES } from "./model.ts";
import { MODEL } from "./trained_model.ts";

/** A weight is one printable character: 91 steps from `#` on; the backslash, which text escapes, is never written. */
const FIRST = 0x23;
const LARGEST_STEP = 45;
const MIDDLE = FIRST + LARGEST_STEP;
const BACKSLASH = 0x5c;
const CATEGORIES = LEARNT_CATEGORIES.length;

/** The trained parts, read from the text of the weights: as bytes, as a new process takes three times as long for units. */
export function loadTrained(weights: Uint8Array): TrainedTriage {
  const { buckets, scale, signs } = MODEL;
  const weightOf = (hash: number, category: number) =>
    ((weights[bucketOf(hash, buckets) * CATEGORIES + category] as number) - MIDDLE) * scale;
  return { words: { marginsOf: (features) => marginsOf(features, weights), weightOf }, signs };
}

/** Written out: a new process takes twice as long for a loop over the categories, and for a call each time. */
function marginsOf({ hashes, ends, values }: Features, weights: Uint8Array): number[] {
  const { buckets, scale, bias } = MODEL;
  const mask = buckets - 1;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let at = 0;
  for (let group = 0; group < ends.length; group++) {
    const end = ends[group] as number;
    const zero = (end - at) * MIDDLE;
    let ga = -zero;
    let gb = -zero;
    let gc = -zero;
    let gd = -zero;
    let ge = -zero;
    for (; at < end; at++) {
      const hash = hashes[at] as number;
      const place = ((hash ^ (hash >>> 17)) & mask) * CATEGORIES; // as `bucketOf` has it
      ga += weights[place] as number;
      gb += weights[place + 1] as number;
      gc += weights[place + 2] as number;
      gd += weights[place + 3] as number;
      ge += weights[place + 4] as number;
    }
    const value = values[group] as number;
    a += ga * value;
    b += gb * value;
    c += gc * value;
    d += gd * value;
    e += ge * value;
  }
  return [a, b, c, d, e].map((sum, category) => sum * scale + (bias[category] as number));
}

/** The character of a weight in whole steps, as `loadTrained` reads it. */
export function encodeWeight(steps: number): string {
  const unit = Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, Math.round(steps))) + MIDDLE;
  return String.fromCharCode(unit === BACKSLASH ? BACKSLASH - 1 : unit);
}
