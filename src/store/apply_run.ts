import { isoTime } from "../core/iso_time.ts";
import type { EventLogged, Write } from "../core/writes.ts";
import type { SqlValue, Store } from "./store.ts";
import { StoreError } from "./store_error.ts";

/** Two installs at once report the same event within moments; so do a client's retries. */
const SAME_EVENT_MS = 2000;

/** Writes one record; false when it was there already. */
export type ApplyWrite = (store: Store, write: Write) => boolean;

/**
 * Writes the records of one run of a hook in their order, in the caller's transaction. False when they were
 * there already. The event comes last: where all that it stands for was a repetition, it is one too.
 *
 * An event is what nearly every run leaves. Who records anything else brings with `applyOther` how it is written: all
 * kinds together are a fifth of the code that a hook loads.
 */
export function applyRun(store: Store, writes: readonly Write[], applyOther: ApplyWrite = refuse): boolean {
  let isNew = false;
  for (const [i, write] of writes.entries()) {
    if (isAboutOthers(write) && i > 0 && !isNew) return false;
    if (write.kind === "prediction-met" && isRepeated(store, writes.at(-1))) return false;
    isNew = applyWrite(store, write, applyOther);
  }
  return isNew;
}

function isAboutOthers({ kind }: Write): boolean {
  return kind === "event-logged" || kind === "prediction-met";
}

function applyWrite(store: Store, write: Write, applyOther: ApplyWrite): boolean {
  return write.kind === "event-logged" ? addEvent(store, write) : applyOther(store, write);
}

/** A spool file is what somebody wrote, whatever the type says. */
export function refuse(_store: Store, write: Write): never {
  throw new StoreError("unusable", `unknown record ${JSON.stringify(write.kind)}`);
}

/** Keeps an event, unless it has a subject and was reported within moments. */
export function addEvent(store: Store, write: EventLogged): boolean {
  if (isRepeated(store, write)) return false;
  store.run(
    `insert into event_log (session_id, event, subject, data, duration_ms, created_at) values (?, ?, ?, ?, ?, ?)`,
    write.session.sessionId,
    write.event,
    write.subject,
    write.data === undefined ? null : JSON.stringify(write.data),
    write.durationMs,
    write.at,
  );
  if (opensWindow(write)) {
    store.run(
      "update sessions set context_window = context_window + 1 where session_id = ?",
      write.session.sessionId,
    );
  }
  return true;
}

function isRepeated(store: Store, write: Write | undefined): boolean {
  return write?.kind === "event-logged" && write.subject !== null && hasEvent(store, write);
}

/** What was brought back before a compaction is gone from the model's context. */
function opensWindow({ event, subject }: EventLogged): boolean {
  return event === "hook.pre_compact" ||
    event === "hook.session_start" && (subject === "compact" || subject === "clear");
}

/** Whether the same event of the same subject was reported within moments. */
export function hasEvent(
  store: Store,
  write: Pick<EventLogged, "session" | "at" | "event" | "subject">,
): boolean {
  return store.first(
    `select 1 from event_log where session_id = ? and event = ? and created_at between ? and ? and subject = ? limit 1`,
    write.session.sessionId,
    write.event,
    ...around(write.at),
    write.subject,
  ) !== undefined;
}

/** From when to when a report of the same event comes again. */
export function around(at: string): [SqlValue, SqlValue] {
  const moment = Date.parse(at);
  return [isoTime(moment - SAME_EVENT_MS), isoTime(moment + SAME_EVENT_MS)];
}
