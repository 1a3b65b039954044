import { logEvent } from "./event_log.ts";
import { LACKS_PHRASES, MEMORY_COLUMNS, type MemoryRow } from "./memories.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Sets the phrases in which somebody would ask for a memory. `updated_at` stays, as its words do. */
export function setPhrases(store: Store, row: number, phrases: readonly string[]): void {
  store.run(sql`update memories set recall_when = ${phrases} where id = ${row}`);
}

/** The event for a memory without a phrase from a model, which is not asked again for the same words. */
const ASKED_IN_VAIN = "recall_when.none";

/** The event for a memory whose answer could not be decoded. It is asked again, three times at most, after all others. */
const UNDECODABLE = "recall_when.undecodable";

/** Returns the next active memories, of all projects, for which to ask a model for phrases, newest first. */
export function toBePhrased(store: Store, limit: number): MemoryRow[] {
  return store.all<MemoryRow>(sql`
    with asked as (select subject, max(created_at) as last, sum(iif(event = ${UNDECODABLE}, 1, 3)) as tries
    from event_log where session_id = '' and event in (${ASKED_IN_VAIN}, ${UNDECODABLE})
    and subject is not null group by subject)
    select ${MEMORY_COLUMNS} from memories left join asked on subject = 'm' || id
    where status = 'active' and ${LACKS_PHRASES} and (last is null or last < updated_at or tries < 3)
    order by coalesce(tries, 0), id desc limit ${limit}`);
}

/**
 * Keeps the phrases that a model has found for memories, in their order, unless a memory has changed meanwhile, and notes
 * the memories for which it found none, or all if its answer was `undefined`. Returns how many memories got phrases.
 */
export function keepFound(
  store: Store,
  asked: readonly MemoryRow[],
  found: readonly (readonly string[])[] | undefined,
  at: string,
): number {
  return store.transaction(() => {
    let kept = 0;
    for (const [n, { id, title, body }] of asked.entries()) {
      const isSame = store.has(sql`
        select 1 from memories where id = ${id} and title is ${title} and body = ${body}
        and status = 'active' and ${LACKS_PHRASES}`);
      if (!isSame) continue;
      const phrases = found?.[n] ?? [];
      if (phrases.length > 0) {
        setPhrases(store, id, phrases);
        kept++;
      } else {
        logEvent(store, { event: found ? ASKED_IN_VAIN : UNDECODABLE, subject: `m${id}`, at });
      }
    }
    return kept;
  });
}
