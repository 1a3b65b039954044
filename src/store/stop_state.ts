import { HELD } from "./handled.ts";
import type { Store } from "./store.ts";

/** What a stop needs to know of its session before it reads anything else. */
export interface StopState {
  readonly promptCount: number;
  /** The session's prompts when it was last asked; `null` when it never was. */
  readonly askedAtPrompt: number | null;
  readonly shellWaits: number;
  /** Captures that wait to be processed. */
  readonly pendingCaptures: number;
  /** 1 where something that is due waits for a stop that may ask. */
  readonly hasHeld: number;
  /** 1 where a note was shown and nobody knows yet what followed. */
  readonly hasOpenNote: number;
  /** 1 where of something that was brought back nobody knows yet if it was of use. */
  readonly hasUnjudged: number;
}

/** How often a stop of this session has waited for a shell, as events tell. */
export const SHELL_WAIT_EVENT = "triage.waited_for_shell";

/** By which a stop knows what a model has looked at. */
export const MODEL_EVENT = "triage.asked_model";

/** The newest message when a model last looked at this session's conversation. */
export function newestSeenByModel(store: Store, sessionId: string): string | undefined {
  return store.first<{ subject: string }>(
    `select subject from event_log where session_id = ? and event = ? and subject is not null
     order by created_at desc, id desc limit 1`,
    sessionId,
    MODEL_EVENT,
  )?.subject;
}

const NOTHING: StopState = {
  promptCount: 0,
  askedAtPrompt: null,
  shellWaits: 0,
  pendingCaptures: 0,
  hasHeld: 0,
  hasOpenNote: 0,
  hasUnjudged: 0,
};

// The plus keeps SQLite from reading every session's waiting captures by the index on the status.
const SQL = `select
    coalesce((select prompt_count from sessions where session_id = ?1), 0) as promptCount,
    (select max(prompt_count) from asks where session_id = ?1 and prompt_count >= 0) as askedAtPrompt,
    (select count(*) from event_log where session_id = ?1 and event = ?2 and subject is not null) as shellWaits,
    (select count(*) from pending_queue where session_id = ?1 and +status = 'raw') as pendingCaptures,
    exists (select 1 from asks where session_id = ?1 and prompt_count = ?3 and outcome is null) as hasHeld,
    exists (select 1 from notes where session_id = ?1 and shown_at is not null and outcome is null) as hasOpenNote,
    exists (select 1 from injections where session_id = ?1 and used is null) as hasUnjudged`;

/** By one statement, as it is read at the end of every turn. */
export function stopState(store: Store, sessionId: string): StopState {
  return store.first<StopState>(SQL, sessionId, SHELL_WAIT_EVENT, HELD) ?? NOTHING;
}
