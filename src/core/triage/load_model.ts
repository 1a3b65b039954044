import type { TrainedTriage } from "./judge.ts";
import { OUTPUTS } from "./model.ts";
import { MODEL } from "./trained_model.ts";

/** A weight is one printable character: 91 steps from `#` on, of which the backslash is written as `!`. */
const FIRST = 0x23;
const MIDDLE = FIRST + 45;
const BACKSLASH = 0x5c;
const STAND_IN = 0x21;

/** Weights as text, decoded only where they are read: a cold process decodes a hundredth of them. */
export function loadTrained(): TrainedTriage {
  const { buckets, scale, bias, weights, signs } = MODEL;
  const weightAt = (place: number) => decodeWeight(weights.charCodeAt(place));
  const addTo = (sums: number[], place: number, value: number) => {
    for (let output = 0; output < OUTPUTS; output++) {
      const unit = weights.charCodeAt(place + output);
      if (unit !== MIDDLE) sums[output] = (sums[output] as number) + value * decodeWeight(unit);
    }
  };
  return { words: { buckets, scale, bias, weightAt, addTo }, signs };
}

function decodeWeight(unit: number): number {
  return (unit === STAND_IN ? BACKSLASH : unit) - MIDDLE;
}

/** The character of a weight in whole steps, as `loadTrained` reads it. */
export function encodeWeight(steps: number): string {
  const unit = Math.max(-45, Math.min(45, Math.round(steps))) + MIDDLE;
  return String.fromCharCode(unit === BACKSLASH ? STAND_IN : unit);
}
