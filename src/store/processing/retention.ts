import type { Store } from "../store.ts";
import { PRUNED_PAYLOAD } from "./observations.ts";

/** A stretch of time: `from` inclusive, `to` exclusive; ISO 8601. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** How many rows, and how many bytes of them, one transaction touches. */
export interface Portion {
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** Where a step over the rows of a table has come to, and what it did; `undefined`: it has seen all. */
export interface Progress {
  readonly at: number | undefined;
  readonly changed: number;
}

/**
 * Takes the payload out of the next captures whose time began in the span, and that have been processed: the row stays,
 * so that the same call is never counted again. The time of a session that was imported begins then. Returns how many;
 * 0 when nothing is left.
 */
export function prunePayloads(store: Store, { from, to }: Span, { maxRows, maxBytes }: Portion): number {
  const found = store.all<{ id: number; bytes: number }>(DUE, from, to, maxRows);
  let bytes = 0;
  const taken = found.filter((row, i) => i === 0 || (bytes += row.bytes) <= maxBytes).map(({ id }) => id);
  if (taken.length === 0) return 0;
  // A number that a removal has freed meanwhile goes to the next row that a hook or a replay writes.
  return store.run(
    `update pending_queue set payload = '${PRUNED_PAYLOAD}'
     where id in (select value from json_each(?)) and created_at < ? and status <> 'raw'`,
    JSON.stringify(taken),
    to,
  );
}

/** By the index over times what is from the span, and by that over sessions what is older and was imported in it. */
const DUE = `select id, octet_length(payload) as bytes from pending_queue
   where status in ('processed', 'skipped') and priority in ('high', 'normal', 'low')
     and created_at >= ?1 and created_at < ?2 and payload <> '${PRUNED_PAYLOAD}'
     and session_id not in (select session_id from sessions where imported_at >= ?2)
  union all select id, octet_length(payload) from pending_queue
   where session_id in (select session_id from sessions where imported_at >= ?1 and imported_at < ?2)
     and +status <> 'raw' and created_at < ?1 and payload <> '${PRUNED_PAYLOAD}'
  limit ?3`;

/**
 * Removes runs of hooks from before a moment among the next rows of the log, from its oldest on. What else was noted
 * (outcomes of predictions, what was brought back) stays, as statistics over a year are made of it.
 */
export function pruneEvents(store: Store, before: string, after: number, maxRows: number): Progress {
  // Under one lock, as such a number may be had by another row in the next moment.
  return store.transaction(() => pruneNextEvents(store, before, after, maxRows));
}

function pruneNextEvents(store: Store, before: string, after: number, maxRows: number): Progress {
  const rows = store.all<{ id: number; at: string; event: string }>(
    "select id, created_at as at, event from event_log where id > ? order by id limit ?",
    after,
    maxRows,
  );
  const old = rows.filter(({ at, event }) => at < before && event.startsWith("hook."));
  const changed = old.length === 0 ? 0 : store.run(
    "delete from event_log where id in (select value from json_each(?))",
    JSON.stringify(old.map(({ id }) => id)),
  );
  const last = rows.at(-1);
  const isOver = last === undefined || rows.length < maxRows || last.at >= before;
  return { at: isOver ? undefined : last.id, changed };
}

/** Removes what served sessions that nobody goes on with: what they were asked and reminded of, and to whom a premortem was shown. */
export function pruneSessionState(store: Store, before: string): number {
  return store.transaction(() =>
    store.run("delete from asks where created_at < ?", before) +
    store.run("delete from notes where created_at < ?", before) +
    store.run("delete from ghap_premortems where shown_at < ?", before)
  );
}

/** Removes notes of who was about to call a tool of ours: calls are over in minutes. */
export function pruneCallers(store: Store, before: string): number {
  return store.run("delete from tool_callers where created_at < ?", before);
}

/** Removes the names of drained spool files that are gone: only one that is still there could be drained again. */
export function pruneDrained(store: Store, present: () => readonly string[]): number {
  return store.transaction(() =>
    store.run(
      "delete from drained_spool where name not in (select value from json_each(?))",
      JSON.stringify(present()),
    )
  );
}
