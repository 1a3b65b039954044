import type { Store } from "./store.ts";

/** When a helper started, ISO 8601; `undefined` where nobody has seen it. */
export function helperStart(store: Store, sessionId: string, agentId: string): string | undefined {
  return store.first<{ at: string }>(
    `select created_at as at from event_log
     where session_id = ? and event = 'hook.subagent_start' and subject = ? order by created_at limit 1`,
    sessionId,
    agentId,
  )?.at;
}

/** When a session began, ISO 8601; `undefined` for one that nobody knows. */
export function sessionStart(store: Store, sessionId: string): string | undefined {
  return store.first<{ at: string }>("select started_at as at from sessions where session_id = ?", sessionId)
    ?.at;
}

/** Whether the session has started a helper of a type that is not among these. */
export function hasHelperBeside(store: Store, sessionId: string, types: readonly string[]): boolean {
  return store.first(
    `select 1 from event_log
     where session_id = ? and event = 'hook.subagent_start' and subject is not null
       and coalesce(json_extract(data, '$.agent_type'), '') not in (select value from json_each(?)) limit 1`,
    sessionId,
    JSON.stringify(types),
  ) !== undefined;
}
