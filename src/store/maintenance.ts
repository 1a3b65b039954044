import { PRUNED_PAYLOAD } from "./observations.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/**
 * Takes the payload out of the next captures whose time began in the span, and that have been processed: the row stays,
 * so that the same call is never counted again. The time of a session that was imported begins then. Returns how many;
 * 0 when nothing is left.
 */
export function prunePayloads(
  store: Store,
  { from, to }: { readonly from: string; readonly to: string },
  { maxRows, maxBytes }: { readonly maxRows: number; readonly maxBytes: number },
): number {
  // By the index over times what is from the span, and by that over sessions what is older and was imported in it.
  const found = store.all<{ id: number; bytes: number }>(sql`
    select id, octet_length(payload) as bytes from pending_queue
    where status in ('processed', 'skipped') and priority in ('high', 'normal', 'low')
    and created_at >= ${from} and created_at < ${to} and payload <> ${PRUNED_PAYLOAD}
    and session_id not in (select session_id from sessions where imported_at >= ${to})
    union all select id, octet_length(payload) from pending_queue
    where session_id in (select session_id from sessions
    where imported_at >= ${from} and imported_at < ${to}) and +status <> 'raw' and created_at < ${from}
    and payload <> ${PRUNED_PAYLOAD} limit ${maxRows}`);
  let bytes = 0;
  const taken = found.filter((row, i) => i === 0 || (bytes += row.bytes) <= maxBytes).map(({ id }) => id);
  if (taken.length === 0) return 0;
  // A number that a removal has freed meanwhile goes to the next row that a hook or a replay writes.
  return store.run(sql`
    update pending_queue set payload = ${PRUNED_PAYLOAD}
    where id in ${list(taken)} and created_at < ${to} and status <> 'raw'`);
}

/**
 * Removes runs of hooks from before a moment among the next rows of the log, from its oldest on. What else was noted
 * (outcomes of predictions, what was brought back) stays, as statistics over a year are made of it. Returns how many
 * went, and the last row that was seen; `undefined` where that was the last of all.
 */
export function pruneEvents(store: Store, before: string, after: number, maxRows: number) {
  // Under one lock, as such a number may be had by another row in the next moment.
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

/** Removes what served sessions that nobody goes on with: what they were asked and reminded of, and to whom a premortem was shown. */
export function pruneSessionState(store: Store, before: string): number {
  return store.transaction(() =>
    store.run(sql`delete from asks where created_at < ${before}`) +
    store.run(sql`delete from notes where created_at < ${before}`) +
    store.run(sql`delete from ghap_premortems where shown_at < ${before}`)
  );
}

/** Removes notes of who was about to call a tool of ours: calls are over in minutes. */
export function pruneCallers(store: Store, before: string): number {
  return store.run(sql`delete from tool_callers where created_at < ${before}`);
}

/** Removes the names of drained spool files that are gone: only one that is still there could be drained again. */
export function pruneDrained(store: Store, present: () => readonly string[]): number {
  return store.transaction(() =>
    store.run(sql`delete from drained_spool where name not in ${list(present())}`)
  );
}

/** Bytes of the database that hold something; what was removed is free for what comes. */
export function usedBytes(store: Store): number {
  const { pages, free, size } = pagesOf(store);
  return (pages - free) * size;
}

/** Gives so many free pages back to the disk, in one short transaction; returns how many are left. */
export function giveBackPages(store: Store, pages: number): number {
  store.all(`pragma incremental_vacuum(${Math.trunc(pages)})`); // a row for each page: to execute it ends with the first
  return pagesOf(store).free;
}

function pagesOf(store: Store): { readonly pages: number; readonly free: number; readonly size: number } {
  return store.first(sql`select page_count as pages, freelist_count as free, page_size as size
    from pragma_page_count, pragma_freelist_count, pragma_page_size`)!;
}
