import { LACKS_PHRASES, LACKS_TITLE } from "./memories.ts";
import { join, raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Runs of one kind and how long they took, from the start of the program to its record. */
export interface Latency {
  /** The name of the event, such as `hook.stop`. */
  readonly event: string;
  readonly count: number;
  /** In milliseconds; `null` if no run was timed. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** The rows that are counted: pending captures wait to be processed, and memories are those in use. */
const COUNTED = {
  sessions: sql`sessions`,
  prompts: sql`prompts`,
  pending: sql`pending_queue where status = 'raw'`,
  observations: sql`observations`,
  memories: sql`memories where status = 'active'`,
  without_recall: sql`memories where status = 'active' and ${LACKS_PHRASES}`,
  untitled: sql`memories where status = 'active' and ${LACKS_TITLE}`,
  ghap: sql`ghap`,
};

export function countAll(store: Store): Readonly<Record<keyof typeof COUNTED, number>> {
  const counts = Object.entries(COUNTED).map(([name, rows]) =>
    sql`(select count(*) from ${rows}) as ${raw(name)}`
  );
  return store.first(sql`select ${join(counts)}`)!;
}

/** The number of runs of a hook that took so long. */
interface HookRuns {
  readonly hook: string;
  readonly duration: number | null;
  readonly count: number;
}

/** Returns the latencies of hooks by event, of all runs or of those among the `newest` ids of the event log. */
export function hookLatencies(store: Store, newest: number = Number.MAX_SAFE_INTEGER): Latency[] {
  // A note that a background task ended is what `user-prompt-submit` does in place of keeping a prompt. Grouped by
  // duration, a million rows are some thousand: durations are kept to a hundredth of a millisecond.
  const rows = store.all<HookRuns>(sql`
    select case event when 'hook.task_notification' then 'hook.user_prompt_submit' else event end as hook,
    duration_ms as duration, count(*) as count from event_log
    where id > (select coalesce(max(id), 0) from event_log) - ${newest} and event glob 'hook.*'
    group by hook, duration_ms order by hook, duration_ms`);
  return [...Map.groupBy(rows, ({ hook }) => hook)].map(([event, durations]) => {
    const timed = durations.filter(({ duration }) => duration !== null);
    return { event, count: total(durations), p50: percentile(timed, 0.5), p95: percentile(timed, 0.95) };
  });
}

/** Returns a percentile by nearest rank, which is the duration of a real run. The rows are sorted by duration. */
function percentile(rows: readonly HookRuns[], share: number): number | null {
  let left = Math.ceil(total(rows) * share);
  for (const row of rows) {
    left -= row.count;
    if (left <= 0) return row.duration;
  }
  return null;
}

function total(rows: readonly HookRuns[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

/** The sessions that began on a day of this machine's calendar, with all prompts and calls that they have had since. */
export interface DayFigures {
  /** `2026-03-01` */
  readonly day: string;
  readonly sessions: number;
  readonly prompts: number;
  readonly tools: number;
}

/**
 * Returns the days from `since` on (ISO 8601) on which sessions began. Pruning removes the rows of prompts and calls with
 * their times, and leaves their numbers by session.
 */
export function sessionsByDay(store: Store, since: string, project?: string): DayFigures[] {
  return store.all<DayFigures>(sql`
    select date(started_at, 'localtime') as day, count(*) as sessions, sum(prompt_count) as prompts,
    sum(tool_count) as tools from sessions where started_at >= ${since}
    and (${project} is null or project = ${project}) group by day order by day`);
}

/** Counts the memories in use by category, most frequent first: of a project and the user's own, or of all projects. */
export function memoriesByCategory(store: Store, project?: string) {
  const place = project === undefined ? sql`true` : sql`(project = ${project} or scope = 'user')`;
  return store.all<{ category: string; count: number }>(sql`
    select category, count(*) as count from memories where status = 'active' and ${place}
    group by category order by count(*) desc, category`);
}

/** The results of the predictions with the same domain, strategy or expected outcome (`""` without one). */
export interface PredictionCount {
  readonly name: string;
  readonly confirmed: number;
  readonly falsified: number;
  readonly abandoned: number;
  readonly active: number;
  /** Confirmed among decided ones, 0 to 1; `null` if none was decided. */
  readonly rate: number | null;
}

const COUNTS = sql`count(*) filter (where status = 'confirmed') as confirmed,
  count(*) filter (where status = 'falsified') as falsified,
  count(*) filter (where status = 'abandoned') as abandoned, count(*) filter (where status = 'active') as active,
  round(avg(status = 'confirmed') filter (where status in ('confirmed', 'falsified')), 3) as rate`;

/** Counts entries by domain, strategy or expected outcome, most frequent first; in every project without `project`. */
export function predictionCounts(
  store: Store,
  by: "domain" | "strategy" | "expects",
  project: string | undefined,
): PredictionCount[] {
  const name = raw(by);
  return store.all<PredictionCount>(sql`
    select coalesce(${name}, '') as name, ${COUNTS} from ghap
    where project = ${project} or ${project} is null group by ${name} order by count(*) desc, ${name}`);
}

export function predictionTotals(store: Store, project?: string): Omit<PredictionCount, "name"> {
  return store.first(sql`select ${COUNTS} from ghap where project = ${project} or ${project} is null`)!;
}
