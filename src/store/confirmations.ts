import { list, raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The event by which somebody says that a memory still holds, whatever speaks against it. */
export const CONFIRMED = "memory.confirmed";

/** Those of all events; in letters, as an index holds no others. */
export const IS_CONFIRMED = sql`event = ${raw("'memory.confirmed'")} and subject is not null`;

/** Writes down that these memories still hold; what comes up against them later counts again. */
export function confirmMemories(store: Store, ids: readonly string[], at: string): void {
  store.transaction(() => {
    for (const id of ids) {
      store.run(sql`
        insert into event_log (session_id, event, subject, created_at) values ('', ${CONFIRMED}, ${id}, ${at})`);
    }
  });
}

/** Returns the moments when somebody last said that these still hold, by their ids. */
export function confirmations(store: Store, ids: readonly string[]): Map<string, string> {
  const rows = store.all<{ subject: string; at: string }>(sql`
    select subject, max(created_at) as at from event_log where ${IS_CONFIRMED} and subject in ${
    list(ids)
  } group by subject`);
  return new Map(rows.map(({ subject, at }) => [subject, at]));
}
