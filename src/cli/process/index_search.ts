import { queuePrompts } from "../../store/processing/search_queue.ts";
import { indexQueued } from "../../store/search/index_items.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "./workload.ts";

const [LEAST_AT_ONCE, MOST_AT_ONCE] = [5, 150];
/** A hook waits 45 ms for the write lock. */
const AIMED_MS = 15;
const PROMPTS_AT_ONCE = 1000;

/**
 * Brings the search index up to date, in portions that follow how long the last one took (a long prompt takes as long
 * as a hundred observations); returns how many rows it was behind.
 */
export async function indexSearch(store: Store, workload: Workload): Promise<number> {
  let [indexed, portion] = [0, LEAST_AT_ONCE];
  while (!workload.isOver) {
    const started = performance.now();
    const count = indexQueued(store, portion);
    const ms = performance.now() - started;
    if (count === 0 && queuePrompts(store, PROMPTS_AT_ONCE) === 0) break;
    indexed += count;
    portion = count === 0 ? LEAST_AT_ONCE : nextPortion(portion, ms); // prompts may be long from the first on
    await workload.rest();
  }
  return indexed;
}

function nextPortion(portion: number, ms: number): number {
  return ms > AIMED_MS ? Math.max(LEAST_AT_ONCE, portion >> 1) : Math.min(MOST_AT_ONCE, portion * 2);
}
