import type { Step } from "../core/observations/captured_call.ts";
import { queueForSearch } from "./processing/search_queue.ts";
import type { SqlValue, Store } from "./store.ts";

/** What an agent said at the end of a turn, as a transcript tells it. */
export interface ReplayedAnswer extends Step {
  readonly sessionId: string;
  /** When its turn began and when it was said; ISO 8601. */
  readonly since: string;
  readonly at: string;
}

/**
 * Keeps an answer as an observation that no call stands behind, once: one of that moment is the same, also where its
 * words were forgotten, and one that the turn has gone on after gives way to it. False for one that is there. In the
 * caller's transaction.
 */
export function keepAnswer(store: Store, answer: ReplayedAnswer): boolean {
  const { sessionId, since, at, text, weight } = answer;
  const written = (sql: string, ...values: SqlValue[]) => store.first<{ id: number }>(sql, ...values);
  const own = "session_id = ?1 and capture_id is null";
  const kept = written(
    `update observations set text = ?2, created_at = ?3
     where ${own} and +created_at >= ?4 and +created_at < ?3 and text glob 'Answered: *' returning id`,
    sessionId,
    text,
    at,
    since,
  ) ?? written(
    `insert into observations (session_id, text, created_at, weight) select ?1, ?2, ?3, ?4
     where not exists (select 1 from observations where ${own} and +created_at = ?3) returning id`,
    sessionId,
    text,
    at,
    weight,
  );
  if (kept !== undefined) queueForSearch(store, "observation", [kept.id]);
  return kept !== undefined;
}
