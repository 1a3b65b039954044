import { assert } from "./assert.ts";

/** For any text of a test, linear work takes a small part of this time, and quadratic work many times as much. */
const LIMIT_MS = 5000;

/** Runs the work, and fails where it took far longer than work that is linear. */
export function inTime(work: () => void): void {
  const start = performance.now();
  work();
  const taken = performance.now() - start;
  assert(taken < LIMIT_MS, `it took ${Math.round(taken)} ms`);
}
