import { list, raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The event with which somebody says that a memory still holds. */
export const CONFIRMED = "memory.confirmed";

/** Selects all such events; spelled out in letters, as only then the partial index is used. */
export const IS_CONFIRMED = sql`event = ${raw("'memory.confirmed'")} and subject is not null`;

/** Notes that these memories still hold; only later objections count from then on. */
export function confirmMemories(store: Store, ids: readonly string[], at: string): void {
  store.transaction(() => {
    for (const id of ids) {
      store.run(sql`
        insert into event_log (session_id, event, subject, created_at) values ('', ${CONFIRMED}, ${id}, ${at})`);
    }
  });
}

/** Returns by id when somebody last said that a memory still holds. */
export function confirmations(store: Store, ids: readonly string[]): Map<string, string> {
  const rows = store.all<{ subject: string; at: string }>(sql`
    select subject, max(created_at) as at from event_log where ${IS_CONFIRMED} and subject in ${
    list(ids)
  } group by subject`);
  return new Map(rows.map(({ subject, at }) => [subject, at]));
}
