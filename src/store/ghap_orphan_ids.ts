import { SESSION_ENDED } from "./ghap_records.ts";
import type { SqlValue, Store } from "./store.ts";

export interface OrphanQuery {
  readonly project: string;
  /** The session that asks; what it has open itself is no orphan. */
  readonly sessionId: string;
  readonly limit: number;
}

/** Of those that were given up, the newest are looked at: over the years there are many. */
const LOOKED_AT = 100;

/** The numbers of the entries that can be offered, newest first; mostly none. */
export function orphanIds(store: Store, { project, sessionId, limit }: OrphanQuery): number[] {
  const values: SqlValue[] = [project, sessionId, project, SESSION_ENDED, limit];
  return store.all<{ id: number }>(
    `select id from (
       select id from ghap where project = ? and status = 'active' and offered_at is null and session_id <> ?
       union all
       select id from (select id, offered_at, result from ghap where project = ? and status = 'abandoned'
         order by created_at desc limit ${LOOKED_AT}) where offered_at is null and result = ?
     ) order by id desc limit ?`,
    ...values,
  ).map(({ id }) => id);
}
