import type { OutcomeKnown, PredictionMet, Write } from "../core/writes.ts";
import { addEvent, refuse } from "./apply_run.ts";
import { noteEvidence } from "./ghap_records.ts";
import type { Store } from "./store.ts";
import { StoreError } from "./store_error.ts";

/**
 * Writes what the end of a test run or a build makes known, as a hook does. Throws where the call is not there: it may
 * wait in the spool, and its outcome is to wait behind it.
 */
export function applyOutcome(store: Store, write: Write): boolean {
  if (write.kind === "outcome-known" && !isCaptured(store, write)) {
    throw new StoreError("busy", "the call that has ended waits in the spool");
  }
  return applyLateOutcome(store, write);
}

/** The same where nothing waits any more. */
export function applyLateOutcome(store: Store, write: Write): boolean {
  if (write.kind === "outcome-known") return completeOutcome(store, write);
  return write.kind === "prediction-met" ? meetPrediction(store, write) : refuse(store, write);
}

function isCaptured(store: Store, { session, toolUseId }: OutcomeKnown): boolean {
  return store.first(
    "select 1 from pending_queue where session_id = ? and tool_use_id = ?",
    session.sessionId,
    toolUseId,
  ) !== undefined;
}

/**
 * Only what is unknown is completed, so that a second report changes nothing. True in any case: whether the event
 * behind it is a repetition shows by itself, and there may be no capture to complete.
 */
function completeOutcome(store: Store, write: OutcomeKnown): boolean {
  store.run(
    `update pending_queue set outcome = substr(outcome, 1, instr(outcome, ':')) || ?,
       payload = case when ? is not null and json_valid(payload) then json_set(payload, '$.outcome', json(?)) else payload end
     where session_id = ? and tool_use_id = ? and outcome like '%:unknown'`,
    write.result,
    write.details,
    write.details,
    write.session.sessionId,
    write.toolUseId,
  );
  return true;
}

function meetPrediction(store: Store, write: PredictionMet): boolean {
  noteEvidence(store, write.entry, write.outcome);
  const data = { suggested_action: write.suggestedAction, outcome: write.label, ghap: `g${write.entry}` };
  const event = { kind: "event-logged", event: "ghap.outcome", subject: null, durationMs: null } as const;
  return addEvent(store, { ...event, session: write.session, at: write.at, data });
}
