import { parseTexts } from "./columns.ts";
import { LACKS_PHRASES, MEMORY_COLUMNS, type MemoryRow } from "./memories.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Gives a memory these phrases. What it says stays as it is, and so does the moment at which that was changed last. */
export function setPhrases(store: Store, row: number, phrases: readonly string[]): void {
  store.run(sql`update memories set recall_when = ${phrases} where id = ${row}`);
}

/** The phrases of a memory. */
export function phrasesOf(memory: Pick<MemoryRow, "recall_when">): string[] {
  return parseTexts(memory.recall_when);
}

/** The event by which a memory is known for which a model had no phrase: it is not asked again for the same words. */
const ASKED_IN_VAIN = "recall_when.none";

/** The next memories in use, of all projects, for which a model is to be asked for phrases, the newest first. */
export function toBePhrased(store: Store, limit: number): MemoryRow[] {
  return store.all<MemoryRow>(sql`
    with asked as (select subject, max(created_at) as last from event_log where session_id = ''
    and event = ${ASKED_IN_VAIN} and subject is not null group by subject)
    select ${MEMORY_COLUMNS} from memories left join asked on subject = 'm' || id
    where status = 'active' and ${LACKS_PHRASES} and (last is null or last < updated_at)
    order by id desc limit ${limit}`);
}

/**
 * Keeps what a model has found for memories of which it was sent the text, unless somebody changed one meanwhile, and
 * remembers for which it found nothing; returns how many memories have phrases now.
 */
export function keepFound(
  store: Store,
  asked: readonly MemoryRow[],
  found: ReadonlyMap<number, readonly string[]>,
  at: string,
): number {
  return store.transaction(() => {
    const now = new Map(
      store.all<MemoryRow>(sql`
        select ${MEMORY_COLUMNS} from memories where id in ${
        list(asked.map(({ id }) => id))
      } and status = 'active'
        and ${LACKS_PHRASES}`).map((memory) => [memory.id, memory]),
    );
    let kept = 0;
    for (const { id, title, body } of asked) {
      const memory = now.get(id);
      if (memory === undefined || memory.body !== body || memory.title !== title) continue;
      const phrases = found.get(id) ?? [];
      if (phrases.length > 0) {
        setPhrases(store, id, phrases);
        kept++;
      } else {
        store.run(sql`
          insert into event_log (session_id, event, subject, created_at)
          values ('', ${ASKED_IN_VAIN}, ${`m${id}`}, ${at})`);
      }
    }
    return kept;
  });
}
