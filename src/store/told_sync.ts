import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The number of memories that other machines or members have changed, and that nobody was told of. */
export interface UntoldSync {
  readonly changed: number;
  readonly forgotten: number;
  readonly proposed: number;
}

/** Counts those memories and marks them as told; returns `undefined` where there are none. */
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
