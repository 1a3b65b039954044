import type { SessionKey } from "../core/writes.ts";
import { RULE_COUNT } from "./standing_rules.ts";
import type { SqlValue, Store } from "./store.ts";

/** Stands for the time where a script was told alone, which nobody watches. */
export const TOLD_A_SCRIPT = "script";

/** Who is to be told what was saved without asking. */
export interface SaveReader {
  readonly project: string;
  readonly isUnattended: boolean;
}

/** Those that nobody was told of, in the words of their index; a person is told what a script was told. */
export const IS_UNTOLD = `(told_at is null or told_at = '${TOLD_A_SCRIPT}') and (told_at is null or ?)`;

/** Those of a project; of what somebody has forgotten or replaced since nothing is left to undo. */
export const UNTOLD_SAVES = `from silent_saves join memories on memories.id = memory_id
     where silent_saves.project = ? and ${IS_UNTOLD} and status = 'active'`;

export function untoldValues({ project, isUnattended }: SaveReader): SqlValue[] {
  return [project, isUnattended ? 0 : 1];
}

/** What stands as the result of an entry that its session left open. */
export const SESSION_ENDED = "session ended";
/** Of those that were given up, the newest are looked at: over the years there are many. */
const LOOKED_AT = 100;

/** Selects the numbers of the entries that can be offered; takes `orphanValues`. */
export const ORPHANS =
  `select id from ghap where project = ? and status = 'active' and offered_at is null and session_id <> ?
   union all
   select id from (select id, offered_at, result from ghap where project = ? and status = 'abandoned'
     order by created_at desc limit ${LOOKED_AT}) where offered_at is null and result = ?`;

export function orphanValues({ project, sessionId }: Pick<SessionKey, "project" | "sessionId">): SqlValue[] {
  return [project, sessionId, project, SESSION_ENDED];
}

/** What a session finds at its start: how many, or 1 where there are any. */
export interface Waiting {
  readonly rules: number;
  readonly silentSaves: number;
  readonly orphans: number;
  /** Memories that somebody has to keep or drop. */
  readonly candidates: number;
}

/** In one statement, without the write lock and the code that most starts do not need. */
export function waitingAtStart(
  store: Store,
  { project, sessionId }: SessionKey,
  isUnattended: boolean,
): Waiting | undefined {
  return store.first<Waiting & Record<string, number>>(
    `select ${RULE_COUNT} as rules,
       (select count(*) from memories where project = ?1 and status = 'candidate'
         and category <> 'SESSION_SUMMARY') as candidates,
       exists (select 1 ${UNTOLD_SAVES}) as silentSaves, exists (${ORPHANS}) as orphans`,
    project,
    ...untoldValues({ project, isUnattended }),
    ...orphanValues({ project, sessionId }),
  );
}
