import type { Store } from "../store.ts";
import { LoneObservations } from "./lone_observations.ts";
import { queueForSearch } from "./search_queue.ts";

/** What a capture leaves of its payload when its time is over. */
export const PRUNED_PAYLOAD = '{"pruned":true}';

/** A line to be kept. */
export interface NewObservation {
  /** The (first) capture that it is made of: with it, it is kept once. */
  readonly captureId: number;
  readonly sessionId: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly outcome: string | null;
  readonly weight: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What became of a batch of captures. */
export interface Observed {
  readonly observations: readonly NewObservation[];
  /** Captures of which an observation tells. */
  readonly processed: readonly number[];
  /** Captures that tell nothing. */
  readonly skipped: readonly number[];
}

/**
 * Keeps the observations and marks their captures, in one transaction: whoever is killed has done all of a batch or
 * nothing. Captures from before `pruneBefore` lose their payload at once, unless their session was imported since.
 */
export function keepObservations(store: Store, observed: Observed, pruneBefore: string): void {
  store.transaction(() => {
    const lone = new LoneObservations(store);
    for (const one of observed.observations) {
      if (lone.takeUp(one)) continue;
      const added = store.first<{ id: number }>(
        `insert into observations (session_id, text, files, outcome, weight, created_at, capture_id)
         values (?, ?, ?, ?, ?, ?, ?) on conflict (capture_id) where capture_id is not null do nothing returning id`,
        one.sessionId,
        one.text,
        JSON.stringify(one.files),
        one.outcome,
        one.weight,
        one.createdAt,
        one.captureId,
      );
      if (added !== undefined) queueForSearch(store, "observation", [added.id]);
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
  const list = JSON.stringify(ids);
  store.run(
    `update pending_queue set status = ?
     where id in (select value from json_each(?)) and status = 'raw'`,
    status,
    list,
  );
  store.run(
    `update pending_queue set payload = ?1 where id in (select value from json_each(?2)) and created_at < ?3
       and session_id not in (select session_id from sessions where imported_at >= ?3)`,
    PRUNED_PAYLOAD,
    list,
    pruneBefore,
  );
}
