import { orphanIds, type OrphanQuery } from "./ghap_orphan_ids.ts";
import { ghapByRow, type GhapRow } from "./ghap_rows.ts";
import type { Store } from "./store.ts";

/**
 * Entries of the project that another session left open, or that were given up when their session ended, newest
 * first. Each is offered once: this marks them.
 */
export function offerOrphans(store: Store, query: OrphanQuery, at: string): GhapRow[] {
  return store.transaction(() =>
    orphanIds(store, query).flatMap((id) => {
      store.run("update ghap set offered_at = ? where id = ?", at, id);
      return ghapByRow(store, id) ?? [];
    })
  );
}
