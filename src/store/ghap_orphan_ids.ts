import type { Store } from "./store.ts";
import { ORPHANS, orphanValues } from "./waiting_at_start.ts";

export interface OrphanQuery {
  readonly project: string;
  /** The session that asks; what it has open itself is no orphan. */
  readonly sessionId: string;
  readonly limit: number;
}

/** The numbers of the entries that can be offered, newest first; mostly none. */
export function orphanIds(store: Store, query: OrphanQuery): number[] {
  return store.all<{ id: number }>(
    `select id from (${ORPHANS}) order by id desc limit ?`,
    ...orphanValues(query),
    query.limit,
  ).map(({ id }) => id);
}
