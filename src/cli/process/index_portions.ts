import { indexQueued } from "../../store/search/index_items.ts";
import type { Store } from "../../store/store.ts";

const [LEAST_AT_ONCE, MOST_AT_ONCE] = [5, 150];
/** A hook waits 45 ms for the write lock. */
const AIMED_MS = 15;

/**
 * Indexes what waits in portions that follow how long the last one took (a long prompt takes as long as a hundred
 * observations); tells how many rows each had. Between two of them hooks are to be given their turn.
 */
export function* indexPortions(store: Store): Generator<number> {
  let portion = LEAST_AT_ONCE;
  for (;;) {
    const started = performance.now();
    const count = indexQueued(store, portion);
    if (count === 0) return;
    portion = nextPortion(portion, performance.now() - started);
    yield count;
  }
}

function nextPortion(portion: number, ms: number): number {
  return ms > AIMED_MS ? Math.max(LEAST_AT_ONCE, portion >> 1) : Math.min(MOST_AT_ONCE, portion * 2);
}
