import type { RecentSession } from "../core/light_context.ts";
import type { SessionKey } from "../core/writes.ts";
import type { Store } from "./store.ts";

/** The sessions in which words of forgotten memories were left, since nobody asked for those to be cleared. */
const HOLDING_FORGOTTEN = `select rest.value ->> 'id' from forgotten_memories f,
  json_each(iif(json_valid(f.traces), f.traces, '{}'), '$.rows') rest where rest.value ->> 'table' = 'sessions'`;

/** A script that runs every few minutes leaves thousands; behind so many of them nobody's session is looked for. */
const LOOKED_AT = 1000;

/**
 * The newest other sessions of the project in which something happened, those of people; where these are fewer than
 * `enough`, those of scripts, too. Without what came of those whose summary, or title, still holds the words of a
 * forgotten memory.
 */
export function recentSessions(
  store: Store,
  session: SessionKey,
  { limit, enough }: { readonly limit: number; readonly enough: number },
): RecentSession[] {
  const ofPeople = newestSessions(store, session, { isUnattended: 0, limit });
  if (ofPeople.length >= enough) return ofPeople;
  return [
    ...ofPeople,
    ...newestSessions(store, session, { isUnattended: 1, limit: enough - ofPeople.length }),
  ];
}

function newestSessions(
  store: Store,
  { project, sessionId }: SessionKey,
  { isUnattended, limit }: { readonly isUnattended: 0 | 1; readonly limit: number },
): RecentSession[] {
  return store.all<RecentSession>(
    `select id, started_at as startedAt, title, prompt_count as promptCount, tool_count as toolCount,
       iif(id in (${HOLDING_FORGOTTEN}), null, summary) as summary
     from (select * from sessions where project = ? order by started_at desc limit ${LOOKED_AT})
     where session_id <> ? and is_unattended = ? and (prompt_count > 0 or tool_count > 0 or title is not null)
     limit ?`,
    project,
    sessionId,
    isUnattended,
    limit,
  );
}

/** Whether a session of this id has been seen. */
export function hasSession(store: Store, sessionId: string): boolean {
  return store.first("select 1 from sessions where session_id = ?", sessionId) !== undefined;
}

/** Whether the session is open; `undefined` when it was never seen. */
export function isActiveSession(store: Store, sessionId: string): boolean | undefined {
  const found = store.first<{ status: string }>(
    "select status from sessions where session_id = ?",
    sessionId,
  );
  return found === undefined ? undefined : found.status === "active";
}

/** The newest session of the project that has not ended. */
export function newestActiveSession(store: Store, project: string): string | undefined {
  return store.first<{ session_id: string }>(
    `select session_id from sessions where project = ? and status = 'active'
     order by coalesce(last_started_at, started_at) desc, id desc limit 1`,
    project,
  )?.session_id;
}
