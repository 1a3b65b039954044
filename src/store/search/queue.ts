import type { Store } from "../store.ts";

/** Whether triggers have noted anything to be indexed. */
export function isAnyQueued(store: Store): boolean {
  return store.first("select 1 from search_queue limit 1") !== undefined;
}
