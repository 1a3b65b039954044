import type { Store } from "./store.ts";

export const BLOCKED_EVENT = "scratchpad.blocked";
export const UNMET_EVENT = "scratchpad.unmet";

/** An agent that is about to be sent back for its scratchpad. */
export interface BlockRequest {
  readonly sessionId: string;
  /** The agent and the file: together they are counted. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When the asking process began. */
  readonly startedAt: Date;
  readonly maxBlocks: number;
}

/**
 * `block`: send it back, and that is written down. `told`: another install, running at the same time, does so.
 * `unmet`: it was sent back often enough, and goes without; the first time this leaves an event.
 */
export type BlockVerdict = "block" | "told" | "unmet";

/** Decides in one transaction, so that what cannot be counted never blocks. Throws a `StoreError`. */
export function countBlock(store: Store, request: BlockRequest): BlockVerdict {
  return store.transaction(() => {
    const { sessionId, subject } = request;
    const blocked = eventsOf(store, BLOCKED_EVENT, { sessionId, subject });
    // The client starts all hooks of an event together, and nobody stops again before the last of them has ended.
    if (blocked.last !== null && blocked.last >= request.startedAt.toISOString()) return "told";
    if (blocked.times < request.maxBlocks) {
      addEvent(store, BLOCKED_EVENT, request);
      return "block";
    }
    if (eventsOf(store, UNMET_EVENT, { sessionId, subject }).times === 0) {
      addEvent(store, UNMET_EVENT, request);
    }
    return "unmet";
  });
}

function eventsOf(
  store: Store,
  event: string,
  of: Pick<BlockRequest, "sessionId" | "subject">,
): { times: number; last: string | null } {
  const row = store.first<{ times: number; last: string | null }>(
    `select count(*) as times, max(created_at) as last from event_log
     where session_id = ? and event = ? and subject = ?`,
    of.sessionId,
    event,
    of.subject,
  );
  return row ?? { times: 0, last: null };
}

function addEvent(store: Store, event: string, request: BlockRequest): void {
  store.run(
    "insert into event_log (session_id, event, subject, data, created_at) values (?, ?, ?, ?, ?)",
    request.sessionId,
    event,
    request.subject,
    JSON.stringify(request.data),
    new Date().toISOString(), // not the hook's own moment, which is from before it looked at anything
  );
}
