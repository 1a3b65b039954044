import type { Store } from "./store.ts";
import { SESSION_ENDED } from "./waiting_at_start.ts";

/**
 * Gives up everything that a session left open, its helpers' entries too; the next session is offered it, even where
 * one that began beside was.
 */
export function abandonSession(store: Store, sessionId: string, at: string): void {
  store.run("delete from ghap_premortems where session_id = ?", sessionId);
  store.run(
    `update ghap set status = 'abandoned', result = ?, confidence_tier = 'bronze', resolved_at = ?,
       offered_at = null
     where session_id = ? and status = 'active'`,
    SESSION_ENDED,
    at,
    sessionId,
  );
}

const MAX_EVIDENCE = 10;

/**
 * Adds a run to those that an entry has met, so that a later failure of the same test finds what was learned; the
 * oldest gives way.
 */
export function noteEvidence(store: Store, row: number, outcome: string): void {
  store.run(
    `update ghap set evidence = case when json_array_length(evidence) < ? then json_insert(evidence, '$[#]', json(?))
       else json_remove(json_insert(evidence, '$[#]', json(?)), '$[0]') end
     where id = ? and json_valid(evidence)`,
    MAX_EVIDENCE,
    outcome,
    outcome,
    row,
  );
}
