import type { TurnNote } from "../core/turn_note.ts";
import { parseTexts } from "./json_columns.ts";
import type { Store } from "./store.ts";

/** A note for the next prompt of a session. */
export interface NoteDraft extends TurnNote {
  readonly sessionId: string;
  /** The prompts of the session when the turn ended. */
  readonly promptCount: number;
  /** The same for notes about the same thing. */
  readonly key: string;
  readonly at: string;
}

/** Memories that the session's agent or user saved since a moment; what triage saved by itself is none of them. */
const SAVED_SINCE = (moment: string) =>
  `exists (select 1 from memories where memories.session_id = ?1 and source in ('agent', 'user')
     and status = 'active' and updated_at >= ${moment})`;

/**
 * Keeps a note for the next prompt; false, and none is kept, where the session had one about the same thing, has had as
 * many as it may, or somebody saved a memory in this turn.
 */
export function keepNote(store: Store, note: NoteDraft, maxPerSession: number): boolean {
  return store.run(
    `insert into notes (session_id, prompt_count, key, reasons, sentences, created_at)
     select ?1, ?2, ?3, ?4, ?5, ?6
     where not exists (select 1 from notes where session_id = ?1 and (key = ?3 or prompt_count = ?2))
       and (select count(*) from notes where session_id = ?1 and shown_at is not null) < ?7
       and not ${
      SAVED_SINCE("(select max(created_at) from prompts where session_id = ?1 and number <= ?2)")
    }`,
    note.sessionId,
    note.promptCount,
    note.key,
    JSON.stringify(note.reasons),
    JSON.stringify(note.sentences),
    note.at,
    maxPerSession,
  ) > 0;
}

/**
 * The note that the turn before this prompt has left, once. Its words are not kept: the key tells it from others.
 */
export function takeNote(store: Store, sessionId: string, at: string): TurnNote | undefined {
  const waiting = store.first<{ id: number; reasons: string; sentences: string }>(
    `select id, reasons, sentences from notes where session_id = ?1 and shown_at is null
       and prompt_count = (select prompt_count - 1 from sessions where session_id = ?1)`,
    sessionId,
  );
  if (waiting === undefined) return undefined;
  const taken = store.run(
    "update notes set shown_at = ?, reasons = '[]', sentences = '[]' where id = ? and shown_at is null",
    at,
    waiting.id,
  );
  if (taken === 0) return undefined; // a second install was faster
  return { reasons: parseTexts(waiting.reasons), sentences: parseTexts(waiting.sentences) };
}

/** Removes the notes that wait: they quote what was said, maybe in other letters than a memory that is forgotten. */
export function dropWaitingNotes(store: Store): void {
  store.run("delete from notes where shown_at is null");
}

/** Writes down what followed the notes that were shown: whether the agent saved something. */
export function settleNotes(store: Store, sessionId: string): void {
  store.run(
    `update notes set outcome = iif(${SAVED_SINCE("notes.shown_at")}, 'saved', 'ignored')
     where session_id = ?1 and shown_at is not null and outcome is null`,
    sessionId,
  );
}

/** How many notes agents were shown, and after how many of them something was saved. */
export interface NoteTotals {
  readonly shown: number;
  readonly saved: number;
}

export const NO_NOTES: NoteTotals = { shown: 0, saved: 0 };

export function noteTotals(store: Store): NoteTotals {
  return store.first<NoteTotals & Record<string, number>>(
    "select count(*) as shown, count(*) filter (where outcome = 'saved') as saved from notes where shown_at is not null",
  ) ?? NO_NOTES;
}
