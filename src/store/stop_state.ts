import type { Store } from "./store.ts";

/** What a stop needs to know of its session before it reads anything. */
export interface StopState {
  readonly promptCount: number;
  /** The session's prompts when it was last asked; `null` when it never was. */
  readonly askedAtPrompt: number | null;
  readonly shellWaits: number;
}

/** How often a stop of this session has waited for a shell, as events tell. */
export const SHELL_WAIT_EVENT = "triage.waited_for_shell";

export function stopState(store: Store, sessionId: string): StopState {
  const row = store.first<{ promptCount: number; askedAtPrompt: number | null; shellWaits: number }>(
    `select
       coalesce((select prompt_count from sessions where session_id = ?1), 0) as promptCount,
       (select max(prompt_count) from asks where session_id = ?1 and prompt_count >= 0) as askedAtPrompt,
       (select count(*) from event_log
        where session_id = ?1 and event = ?2 and subject is not null) as shellWaits`,
    sessionId,
    SHELL_WAIT_EVENT,
  );
  return row ?? { promptCount: 0, askedAtPrompt: null, shellWaits: 0 };
}
