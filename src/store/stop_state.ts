// Facts about a session: the state by which its stops decide, and whether its turns may be private.
import { privateSubject } from "../base/writes.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

export interface StopState {
  readonly promptCount: number;
  /** The text of the prompt that the turn answers, which is mostly the newest; `null` if none is kept. */
  readonly asked: string | null;
  readonly isUnprompted: number; // 1 if the newest prompt did not begin the turn: it has another id, or none and a stop
  readonly isQueued: number; // 1 if the newest prompt was typed during a turn, and may have waited for the next one
  readonly newestAt: string | null; // the time of that prompt, ISO 8601
  /** 1 if a prompt of the newest turn was wholly private; `null` if no prompt was recorded. */
  readonly isPrivate: number | null;
  /** The number of prompts when the agent was last asked; `null` if it never was, or only as `NOT_ASKED`. */
  readonly askedAtPrompt: number | null;
  readonly isFixTold: number; // 1 if the agent was told something at a failure since the newest prompt
  readonly shellWaits: number; // the number of stops that only waited for a shell
  readonly pendingCaptures: number;
}

export const SHELL_WAIT_EVENT = "triage.waited_for_shell"; // a stop asks nothing yet, as a command still runs
export const MODEL_EVENT = "triage.asked_model"; // its subject is the newest message that the model saw

export function newestSeenByModel(store: Store, sessionId: string): string | undefined {
  return store.value<string>(sql`
    select subject from event_log where session_id = ${sessionId} and event = ${MODEL_EVENT}
    and subject is not null order by created_at desc, id desc limit 1`);
}

/** Returns true if the newest turn had a wholly private prompt; for `earlier`, unless each prompt's text is kept. */
export function mayBePrivate(store: Store, sessionId: string, turn: "newest" | "earlier"): boolean {
  if (turn === "newest") return stopState(store, sessionId).isPrivate === 1;
  return !store.has(sql`
    select 1 from sessions s where session_id = ${sessionId} and prompt_count > 0
    and prompt_count <= (select count(*) from prompts p where p.session_id = s.session_id)`);
}

/** Reads the state, mostly in one statement, as every turn ends with it; in more after "go on" or without a prompt. */
export function stopState(store: Store, sessionId: string, promptId?: string): StopState {
  // The plus keeps SQLite from reading every session's waiting captures. The index has only events with a subject.
  const state = store.first<StopState>(sql`
    with newest as (select prompt_count as number, text, created_at, prompt_id from sessions s
    left join prompts p on p.session_id = s.session_id and p.number = s.prompt_count
    where s.session_id = ${sessionId} order by p.id limit 1)
    select coalesce((select number from newest), 0) as promptCount, (select text from newest) as asked,
    coalesce((select prompt_id <> ${promptId} from newest), exists (select 1 from event_log e join newest
    where session_id = ${sessionId} and event = 'hook.stop' and subject is not null
    and e.created_at >= newest.created_at and instr(subject, ${promptId}) <> 1)) as isUnprompted,
    (select count(*) > 1 from prompts join newest using (prompt_id) where session_id = ${sessionId}) as isQueued,
    (select created_at from newest) as newestAt, (select text is null or exists (select 1 from event_log
    where session_id = ${sessionId} and event = 'hook.user_prompt_submit'
    and subject = ${privateSubject("")} || prompt_id) from newest where number > 0) as isPrivate,
    (select max(prompt_count) from asks where session_id = ${sessionId} and prompt_count >= 0) as askedAtPrompt,
    exists (select 1 from tellings where session_id = ${sessionId} and agent_id = '' and hook = 'failure'
    and prompt_number = (select number from newest)) as isFixTold, (select count(*)
    from event_log where session_id = ${sessionId} and event = ${SHELL_WAIT_EVENT}
    and subject is not null) as shellWaits, (select count(*) from pending_queue
    where session_id = ${sessionId} and +status = 'raw') as pendingCaptures`)!;
  let [number, text] = [state.promptCount, state.asked ?? undefined];
  while (text !== undefined && isAcknowledgement(text)) {
    text = store.value<string>(sql`
      select text from prompts where session_id = ${sessionId} and number = ${--number}`);
  }
  // "Go on" after a private prompt asks for the same.
  if (state.isPrivate === 0 && text === undefined && number > 0) return { ...state, isPrivate: 1 };
  if (promptId === undefined || state.isUnprompted === 0) return state;
  // The end of a background call begins a turn that belongs to the prompt of that call.
  const turn = store.first<Pick<StopState, "asked" | "isPrivate">>(sql`
    with recursive turn(id) as (select ${promptId} union select q.prompt_id from turn join event_log e
    on e.session_id = ${sessionId} and event = 'hook.task_notification'
    and subject = e.data ->> 'task_id' || ' ' || turn.id join pending_queue q
    on q.session_id = e.session_id and tool_use_id = e.data ->> 'tool_use_id')
    select (select text from prompts where session_id = ${sessionId} and prompt_id in turn
    order by number desc limit 1) as asked, exists (select 1 from event_log join turn
    on subject = ${privateSubject("")} || turn.id where session_id = ${sessionId}
    and event = 'hook.user_prompt_submit') as isPrivate`)!;
  return { ...state, asked: turn.asked, isPrivate: turn.isPrivate || state.isPrivate };
}
