import { queuePrompts } from "../../store/processing/search_queue.ts";
import { mergeIndex } from "../../store/search/merge_index.ts";
import type { Store } from "../../store/store.ts";
import { indexPortions } from "./index_portions.ts";
import type { Workload } from "./workload.ts";

const PROMPTS_AT_ONCE = 1000;
/** Fewer are not worth that the index is written anew. */
const WORTH_MERGING = 500;

/** Brings the search index up to date, as far as the workload allows; returns how many rows it was behind. */
export async function indexSearch(store: Store, workload: Workload): Promise<number> {
  let indexed = 0;
  while (!workload.isOver) {
    for (const count of indexPortions(store)) {
      indexed += count;
      await workload.rest();
      if (workload.isOver) return indexed;
    }
    if (queuePrompts(store, PROMPTS_AT_ONCE) === 0) break;
  }
  if (indexed >= WORTH_MERGING) await merge(store, workload);
  return indexed;
}

async function merge(store: Store, workload: Workload): Promise<void> {
  for (const _ of mergeIndex(store)) {
    await workload.rest();
    if (workload.isOver) return;
  }
}
