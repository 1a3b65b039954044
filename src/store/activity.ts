import type { Store } from "./store.ts";

/** What happened on one local day. */
export interface DayActivity {
  /** `2026-03-01` */
  readonly day: string;
  readonly sessions: number;
  readonly prompts: number;
  /** Captured tool calls. */
  readonly tools: number;
}

/** The newest rows of each table hold any fortnight of one person; an older count would be of no interest. */
const NEWEST = 50_000;

/** The days from `since` on (ISO 8601) on which anything happened, oldest first; days are those of this machine. */
export function activityByDay(store: Store, since: string): DayActivity[] {
  const day = "date(created_at, 'localtime')";
  return store.all<DayActivity>(
    `select day, sum(sessions) as sessions, sum(prompts) as prompts, sum(tools) as tools from (
       select date(started_at, 'localtime') as day, 1 as sessions, 0 as prompts, 0 as tools
         from sessions where started_at >= ?1
       union all select ${day}, 0, 1, 0 from (select created_at from prompts order by id desc limit ?2)
         where created_at >= ?1
       union all select ${day}, 0, 0, 1 from (select created_at from pending_queue order by id desc limit ?2)
         where created_at >= ?1
     ) group by day order by day`,
    since,
    NEWEST,
  );
}

/** How many memories are in use, by category; the most frequent first. */
export function memoriesByCategory(store: Store): { readonly category: string; readonly count: number }[] {
  return store.all(
    `select category, count(*) as count from memories where status = 'active'
     group by category order by count(*) desc, category`,
  );
}
