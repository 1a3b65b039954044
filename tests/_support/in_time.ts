import { assert } from "./assert.ts";

/** What grows with its input takes a small part of it for any text of a test, and with its square many times as long. */
const LIMIT_MS = 5000;

/** Runs the work, and fails where it took far longer than work that is linear. */
export function inTime(work: () => void): void {
  const start = performance.now();
  work();
  const taken = performance.now() - start;
  assert(taken < LIMIT_MS, `it took ${Math.round(taken)} ms`);
}
