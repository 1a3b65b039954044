import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Stands for the prompts of what is due and waits for the next stop that may ask. */
export const HELD = -2;

/** The facts that a stop needs of its session before it reads anything else. */
export interface StopState {
  readonly promptCount: number;
  /** The newest prompt; `null` where none is kept. */
  readonly asked: string | null;
  /** 1 where the newest prompt was wholly private: no word of its turn is kept. */
  readonly isPrivate: number;
  /** The session's prompts when it was last asked; `null` when it never was. */
  readonly askedAtPrompt: number | null;
  readonly shellWaits: number;
  /** Captures that wait to be processed. */
  readonly pendingCaptures: number;
  /** 1 where something that is due waits for a stop that may ask. */
  readonly hasHeld: number;
  /** 1 where a note was shown and nobody knows yet what followed. */
  readonly hasOpenNote: number;
}

/** The event of a stop that waits for a shell. */
export const SHELL_WAIT_EVENT = "triage.waited_for_shell";

/** By which a stop knows what a model has looked at. */
export const MODEL_EVENT = "triage.asked_model";

/** The newest message when a model last looked at this session's conversation. */
export function newestSeenByModel(store: Store, sessionId: string): string | undefined {
  return store.value<string>(sql`
    select subject from event_log where session_id = ${sessionId} and event = ${MODEL_EVENT}
    and subject is not null order by created_at desc, id desc limit 1`);
}

/** By one statement, as it is read at the end of every turn. */
export function stopState(store: Store, sessionId: string): StopState {
  // The plus keeps SQLite from reading every session's waiting captures by the index on the status.
  return store.first<StopState>(sql`
    with newest as (select prompt_count as number, (select text from prompts p
    where p.session_id = s.session_id and p.number = s.prompt_count order by id limit 1) as text
    from sessions s where session_id = ${sessionId})
    select coalesce((select number from newest), 0) as promptCount, (select text from newest) as asked,
    coalesce((select number > 0 and text is null from newest), 0) as isPrivate, (select max(prompt_count) from asks
    where session_id = ${sessionId} and prompt_count >= 0) as askedAtPrompt, (select count(*)
    from event_log where session_id = ${sessionId} and event = ${SHELL_WAIT_EVENT}
    and subject is not null) as shellWaits, (select count(*) from pending_queue
    where session_id = ${sessionId} and +status = 'raw') as pendingCaptures, exists (select 1 from asks
    where session_id = ${sessionId} and prompt_count = ${HELD} and outcome is null) as hasHeld,
    exists (select 1 from notes where session_id = ${sessionId} and shown_at is not null
    and outcome is null) as hasOpenNote`)!;
}
