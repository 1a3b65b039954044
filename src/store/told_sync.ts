import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The number of memories that came from elsewhere since somebody was told of it last. */
export interface UntoldSync {
  readonly changed: number;
  readonly forgotten: number;
  readonly proposed: number;
}

/** Counts what was not told yet, which is told from now on; `undefined` where there is nothing. */
export function tellSync(store: Store, at: string): UntoldSync | undefined {
  const rows = store.all<{ deed: keyof UntoldSync; count: number }>(sql`
    select deed, count(distinct memory_id) as count from sync_changes where told_at is null group by deed`);
  if (rows.length === 0) return undefined;
  store.run(sql`update sync_changes set told_at = ${at} where told_at is null`);
  const counts = new Map(rows.map(({ deed, count }) => [deed, count]));
  const [changed = 0, forgotten = 0, proposed = 0] = (["changed", "forgotten", "proposed"] as const).map((
    deed,
  ) => counts.get(deed));
  return { changed, forgotten, proposed };
}
