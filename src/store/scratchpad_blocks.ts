import type { Store } from "./store.ts";

const BLOCKED_EVENT = "scratchpad.blocked";
const UNMET_EVENT = "scratchpad.unmet";

/** An agent that is about to be sent back for its scratchpad. */
export interface BlockRequest {
  readonly sessionId: string;
  /** The agent and the file: together they are counted. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Which of the installs on this machine asks. */
  readonly install: string;
  /** When the asking process began. */
  readonly startedAt: Date;
  readonly maxBlocks: number;
}

/**
 * `block`: send it back, and that is written down. `told`: another install, running at the same time, does so.
 * `unmet`: it was sent back often enough, and goes without; the first time this leaves an event.
 */
export type BlockVerdict = "block" | "told" | "unmet";

/** As long after a block of another install, it was about the same stop: the client starts the hooks of both together. */
const SAME_STOP_MS = 2000;

/** Decides in one transaction, so that what cannot be counted never blocks. Throws a `StoreError`. */
export function countBlock(store: Store, request: BlockRequest): BlockVerdict {
  return store.transaction(() => {
    const { sessionId, subject } = request;
    const blocked = eventsOf(store, BLOCKED_EVENT, { sessionId, subject });
    if (blocked.last !== null && isToldElsewhere(store, request, blocked.last)) return "told";
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

/** Nobody stops again before the last hook has ended; but this one may have been slow to begin. */
function isToldElsewhere(
  store: Store,
  { sessionId, subject, install, startedAt }: BlockRequest,
  last: string,
): boolean {
  if (last >= startedAt.toISOString()) return true;
  return store.first(
    `select 1 from event_log where session_id = ? and event = ? and subject = ? and created_at >= ?
       and data ->> 'install' <> ? limit 1`,
    sessionId,
    BLOCKED_EVENT,
    subject,
    new Date(startedAt.getTime() - SAME_STOP_MS).toISOString(),
    install,
  ) !== undefined;
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
    JSON.stringify({ ...request.data, install: request.install }),
    new Date().toISOString(), // not the hook's own moment, which is from before it looked at anything
  );
}
