// The event log: what happened, for statistics and for later runs that look up a state.
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

interface LoggedEvent {
  readonly sessionId?: string; // absent for an event that is not about one session
  readonly event: string;
  readonly subject?: string | null; // the name or id of what the event is about
  readonly data?: unknown;
  readonly durationMs?: number | null;
  readonly at: string;
}

export function logEvent(
  store: Store,
  { sessionId = "", event, subject, data, durationMs, at }: LoggedEvent,
): void {
  store.run(sql`
    insert into event_log (session_id, event, subject, data, duration_ms, created_at) values (${sessionId},
    ${event}, ${subject}, ${JSON.stringify(data)}, ${durationMs}, ${at})`);
}

/** Adds a row and deletes the session's earlier rows of the same event: the only row then tells the present state. */
export function replaceEvent(
  store: Store,
  event: LoggedEvent & { readonly sessionId: string; readonly subject: string },
): void {
  store.run(sql`
    delete from event_log where session_id = ${event.sessionId} and event = ${event.event}
    and subject is not null`); // the condition of a partial index
  logEvent(store, event);
}
