import type { ItemKind } from "../../core/search/search_types.ts";
import type { Store } from "../store.ts";

/** Has these rows indexed soon. */
export function queueForSearch(store: Store, kind: ItemKind, refs: readonly number[]): void {
  store.run(
    "insert or ignore into search_queue (kind, ref) select ?, value from json_each(?)",
    kind,
    JSON.stringify(refs),
  );
}

/**
 * Has the next prompts indexed that never were, oldest first, and returns how many. No trigger notes them, as a prompt
 * must not wait for one; they are those behind the last one that the index knows. One whose session is not known, as
 * where its page was broken, cannot be indexed, and would be the next for ever.
 */
export function queuePrompts(store: Store, limit: number): number {
  return store.run(
    `insert or ignore into search_queue (kind, ref)
     select 'prompt', id from prompts where id > max(
       coalesce((select max(ref) from search_items where kind = 'prompt'), 0),
       coalesce((select max(ref) from search_queue where kind = 'prompt'), 0))
       and session_id in (select session_id from sessions) order by id limit ?`,
    limit,
  );
}

/** How many rows wait to be indexed. */
export function queuedForSearch(store: Store): number {
  return store.first<{ waiting: number }>("select count(*) as waiting from search_queue")?.waiting ?? 0;
}
