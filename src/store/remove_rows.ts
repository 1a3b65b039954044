import type { ItemKind } from "../core/search/search_types.ts";
import { unindexItems } from "./search/index_items.ts";
import { DETAIL_TABLES } from "./session_removal.ts";
import type { Store } from "./store.ts";

/** A table that rows are taken out of by their numbers. */
export interface NumberedTable {
  readonly name: string;
  /** What its rows are in the search index, where no trigger takes them out of it. */
  readonly kind?: ItemKind;
}

/** Removes these rows, from the search index too; returns how many. In the caller's transaction. */
export function removeNumbered(store: Store, { name, kind }: NumberedTable, ids: readonly number[]): number {
  if (kind !== undefined) unindexItems(store, kind, ids);
  if (kind === "session") removeLateDetails(store, ids);
  return store.run(
    `delete from ${name} where rowid in (select value from json_each(?))`,
    JSON.stringify(ids),
  );
}

/** What a hook kept of these sessions while they were being removed: without their rows nobody would find it any more. */
function removeLateDetails(store: Store, sessions: readonly number[]): void {
  for (const table of DETAIL_TABLES) {
    if (table.name === "event_log") continue; // has no index by session, and nothing of what was said or done
    const ids = store.all<{ id: number }>(
      `select id from ${table.name} where session_id in (
         select session_id from sessions where id in (select value from json_each(?)))`,
      JSON.stringify(sessions),
    ).map(({ id }) => id);
    removeNumbered(store, table, ids);
  }
}
