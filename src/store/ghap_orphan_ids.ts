import { SESSION_ENDED } from "./ghap_records.ts";
import type { SqlValue, Store } from "./store.ts";

export interface OrphanQuery {
  readonly project: string;
  /** The session that asks; what it has open itself is no orphan. */
  readonly sessionId: string;
  readonly limit: number;
}

/** The numbers of the entries that can be offered, newest first; mostly none. */
export function orphanIds(store: Store, { project, sessionId, limit }: OrphanQuery): number[] {
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
