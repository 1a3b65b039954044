/** What the empty program took and what the measured one took right after it, in ms. */
export interface Pair {
  readonly empty: number;
  readonly measured: number;
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const upper = sorted.length >> 1;
  const high = sorted[upper]!;
  return sorted.length % 2 === 1 ? high : (sorted[upper - 1]! + high) / 2;
}

/** The smallest value that at least this share (0..1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/**
 * How many times longer the measured program takes. Each pair is its own comparison, so that a machine that
 * becomes slow for a while slows both sides of it.
 */
export function medianRatio(pairs: readonly Pair[]): number {
  return median(pairs.map(({ empty, measured }) => measured / empty));
}

function ascending(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError("Cannot take a middle of no values: the list is empty");
  return values.toSorted((a, b) => a - b);
}
