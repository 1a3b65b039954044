// The steps of pruning, each bounded, for `mneme process` and `mneme prune`.

import { within } from "./captures.ts";
import { PRUNED_PAYLOAD } from "./columns.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Prunes the payloads of the next processed captures of this span, of imported ones by their import; counts them. */
export function prunePayloads(
  store: Store,
  { from, to }: { readonly from: string; readonly to: string },
  { maxRows, maxBytes }: { readonly maxRows: number; readonly maxBytes: number },
): number {
  // Uses the index over times for captures, and the one over sessions for imports.
  const found = store.all<{ id: number; bytes: number }>(sql`
    select id, octet_length(payload) as bytes from pending_queue
    where status in ('processed', 'skipped') and priority in ('high', 'normal', 'low')
    and created_at >= ${from} and created_at < ${to} and payload <> ${PRUNED_PAYLOAD}
    and session_id not in (select session_id from sessions where imported_at >= ${to})
    union all select id, octet_length(payload) from pending_queue
    where session_id in (select session_id from sessions
    where imported_at >= ${from} and imported_at < ${to}) and +status <> 'raw' and created_at < ${from}
    and payload <> ${PRUNED_PAYLOAD} limit ${maxRows}`);
  const taken = within(found, maxBytes);
  if (taken.length === 0) return 0;
  // Checks time and status again: a freed number may belong to a new row by now.
  return store.run(sql`
    update pending_queue set payload = ${PRUNED_PAYLOAD}
    where id in ${list(taken)} and created_at < ${to} and status <> 'raw'`);
}

/** Removes old hook runs among the next rows, no other events. `at`: the last row seen, unless it was the end. */
export function pruneEvents(store: Store, before: string, after: number, maxRows: number) {
  // In one transaction, because a freed number may be taken by another row.
  return store.transaction(() => {
    const rows = store.all<{ id: number; at: string; event: string }>(sql`
      select id, created_at as at, event from event_log where id > ${after} order by id limit ${maxRows}`);
    const old = rows.filter(({ at, event }) => at < before && event.startsWith("hook.")).map(({ id }) => id);
    const changed = store.run(sql`delete from event_log where id in ${list(old)}`);
    const last = rows.at(-1);
    const isOver = last === undefined || rows.length < maxRows || last.at >= before;
    return { at: isOver ? undefined : last.id, changed };
  });
}

/** Removes old asks, notes, marks of shown premortems, and old notes of which agent called one of mneme's tools. */
export function pruneSessionState(store: Store, before: string): number {
  return store.transaction(() =>
    store.run(sql`delete from asks where created_at < ${before}`) +
    store.run(sql`delete from notes where created_at < ${before}`) +
    store.run(sql`delete from ghap_premortems where shown_at < ${before}`) +
    store.run(sql`delete from tool_callers where created_at < ${before}`)
  );
}

/** Removes the names of drained spool files that are gone, because only existing ones could be drained again. */
export function pruneDrained(store: Store, present: () => readonly string[]): number {
  return store.transaction(() =>
    store.run(sql`delete from drained_spool where name not in ${list(present())}`)
  );
}

/** Gives so many free pages back to the disk in one short transaction; returns how many are left. */
export function giveBackPages(store: Store, pages: number): number {
  store.all(`pragma incremental_vacuum(${Math.trunc(pages)})`); // it returns a row for each page, and `exec` would stop after the first
  return store.value<number>("pragma freelist_count")!;
}
