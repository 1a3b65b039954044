import { queueForSearch } from "./search_tables.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The payload of a capture that was pruned. */
export const PRUNED_PAYLOAD = '{"pruned":true}';

export interface NewObservation {
  /** The first capture that the observation is made of; a second observation of it is not kept. */
  readonly captureId: number;
  readonly sessionId: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly outcome: string | null;
  readonly weight: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface Observed {
  readonly observations: readonly NewObservation[];
  /** Captures that an observation covers. */
  readonly processed: readonly number[];
  /** Captures that give no observation. */
  readonly skipped: readonly number[];
}

/**
 * Keeps observations and marks their captures in one transaction, so that a killed run does all of a batch or
 * none. Captures from before `pruneBefore` lose their payload, unless their session was imported since.
 */
export function keepObservations(store: Store, observed: Observed, pruneBefore: string): void {
  store.transaction(() => {
    for (const one of observed.observations) {
      const added = store.value<number>(sql`
        insert into observations (session_id, text, files, outcome, weight, created_at, capture_id)
        values (${one.sessionId}, ${one.text}, ${one.files}, ${one.outcome}, ${one.weight},
        ${one.createdAt}, ${one.captureId}) on conflict (capture_id)
        where capture_id is not null do nothing returning id`);
      if (added !== undefined) queueForSearch(store, "observation", [added]);
    }
    markCaptures(store, observed.processed, { status: "processed", pruneBefore });
    markCaptures(store, observed.skipped, { status: "skipped", pruneBefore });
  });
}

function markCaptures(
  store: Store,
  ids: readonly number[],
  { status, pruneBefore }: { readonly status: "processed" | "skipped"; readonly pruneBefore: string },
): void {
  if (ids.length === 0) return;
  store.run(sql`update pending_queue set status = ${status} where id in ${list(ids)} and status = 'raw'`);
  store.run(sql`
    update pending_queue set payload = ${PRUNED_PAYLOAD}
    where id in ${list(ids)} and created_at < ${pruneBefore} and session_id not in (select session_id
    from sessions where imported_at >= ${pruneBefore})`);
}
