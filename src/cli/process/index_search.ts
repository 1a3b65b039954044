import { queuePrompts } from "../../store/processing/search_queue.ts";
import { indexQueued } from "../../store/search/index_items.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "./workload.ts";

/** A hook waits 45 ms for the write lock, and a row takes up to a tenth of one. */
const AT_ONCE = 60;
const PROMPTS_AT_ONCE = 1000;

/** Brings the search index up to date; returns how many rows it was behind. */
export async function indexSearch(store: Store, workload: Workload): Promise<number> {
  let indexed = 0;
  while (!workload.isOver) {
    const count = indexQueued(store, AT_ONCE);
    indexed += count;
    if (count === 0 && queuePrompts(store, PROMPTS_AT_ONCE) === 0) break;
    await workload.rest();
  }
  return indexed;
}
