import { SESSION_ENDED } from "./ghap_records.ts";
import { ghapByRow, type GhapRow } from "./ghap_rows.ts";
import type { SqlValue, Store } from "./store.ts";

export interface OrphanQuery {
  readonly project: string;
  /** The session that asks; what it has open itself is no orphan. */
  readonly sessionId: string;
  readonly limit: number;
}

/**
 * Entries of the project that another session left open, or that were given up when their session ended, newest
 * first. Each is offered once: this marks them.
 */
export function offerOrphans(store: Store, query: OrphanQuery, at: string): GhapRow[] {
  if (orphanIds(store, query).length === 0) return []; // without the write lock that most starts do not need
  return store.transaction(() =>
    orphanIds(store, query).flatMap((id) => {
      store.run("update ghap set offered_at = ? where id = ?", at, id);
      return ghapByRow(store, id) ?? [];
    })
  );
}

function orphanIds(store: Store, { project, sessionId, limit }: OrphanQuery): number[] {
  const values: SqlValue[] = [project, sessionId, project, SESSION_ENDED, limit];
  return store.all<{ id: number }>(
    `select id from (
       select id from ghap where project = ? and status = 'active' and offered_at is null and session_id <> ?
       union all
       select id from ghap where project = ? and status = 'abandoned' and offered_at is null and result = ?
     ) order by id desc limit ?`,
    ...values,
  ).map(({ id }) => id);
}
