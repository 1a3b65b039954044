import { DETAIL_TABLES, type Doomed, removeDetails } from "../../store/session_removal.ts";
import type { Store } from "../../store/store.ts";
import { rest } from "../rest.ts";

/** What went, in rows by table. */
export type Removed = Readonly<Record<string, number>>;

/** Removes everything that was captured of these sessions; their own rows stay. In portions, as hooks go on. */
export async function removeSessionDetails(store: Store, doomed: Doomed): Promise<Removed> {
  const removed: Record<string, number> = {};
  for (const table of DETAIL_TABLES) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const progress = removeDetails(store, table, { ...doomed, after });
      removed[table.name] = (removed[table.name] ?? 0) + progress.removed;
      after = progress.at;
      if (progress.removed > 0) await rest();
    }
  }
  return removed;
}
