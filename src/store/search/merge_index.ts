import type { Store } from "../store.ts";

/** What one step writes at most: some 2 MB, a few dozen milliseconds. */
const PAGES = 500;
/** What a step without work writes itself. */
const IDLE_CHANGES = 2;

/**
 * Brings what was indexed at many times together, a step each time it is asked for the next, as the words of a prompt
 * are then found in half the time. Whoever stops in between leaves the index whole.
 */
export function* mergeIndex(store: Store): Generator<void> {
  let pages = -PAGES; // a negative number begins, the same positive one goes on
  for (;;) {
    const before = changesOf(store);
    store.run("insert into search_fts (search_fts, rank) values ('merge', ?)", pages);
    if (changesOf(store) - before < IDLE_CHANGES) return;
    pages = PAGES;
    yield;
  }
}

function changesOf(store: Store): number {
  return store.first<{ changes: number }>("select total_changes() as changes")?.changes ?? 0;
}
