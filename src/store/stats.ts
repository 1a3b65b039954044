import type { Store } from "./store.ts";

/** How much the database holds. */
export interface Counts {
  readonly sessions: number;
  readonly prompts: number;
  /** Captures that wait to be processed. */
  readonly pending: number;
  readonly observations: number;
  /** Those in use: neither candidates nor superseded nor deleted. */
  readonly memories: number;
  readonly ghap: number;
}

/** Runs of one kind and how long they took, from the start of the program to its record. */
export interface Latency {
  /** As in `event_log`: `hook.stop`. */
  readonly event: string;
  readonly count: number;
  /** `null` where no run was timed. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** Counts what the tables hold. */
export function countAll(store: Store): Counts {
  const counts = store.first<Counts>(
    `select (select count(*) from sessions) as sessions,
       (select count(*) from prompts) as prompts,
       (select count(*) from pending_queue where status = 'raw') as pending,
       (select count(*) from observations) as observations,
       (select count(*) from memories where status = 'active') as memories,
       (select count(*) from ghap) as ghap`,
  );
  return { ...(counts ?? { sessions: 0, prompts: 0, pending: 0, observations: 0, memories: 0, ghap: 0 }) };
}

/** A note that a background task ended is what `user-prompt-submit` does in place of keeping a prompt. */
const EVENT = "case event when 'hook.task_notification' then 'hook.user_prompt_submit' else event end";

/** The times of all `hook.*` rows by event, or of those among the `newest` rows of the log. */
export function hookLatencies(store: Store, newest: number = Number.MAX_SAFE_INTEGER): Latency[] {
  // Grouped by duration, a million rows are some thousand: durations are kept to a hundredth of a millisecond.
  const rows = store.all<DurationRow>(
    `select ${EVENT} as hook, duration_ms as duration, count(*) as count from event_log
     where id > (select coalesce(max(id), 0) from event_log) - ? and event glob 'hook.*'
     group by hook, duration_ms order by hook, duration_ms`,
    newest,
  );
  const byEvent = Map.groupBy(rows, (row) => row.hook);
  return [...byEvent].map(([event, durations]) => {
    const timed = durations.filter((row): row is TimedRow => row.duration !== null);
    return {
      event,
      count: total(durations),
      p50: percentile(timed, 0.5),
      p95: percentile(timed, 0.95),
    };
  });
}

interface DurationRow {
  readonly hook: string;
  readonly duration: number | null;
  readonly count: number;
}

interface TimedRow extends DurationRow {
  readonly duration: number;
}

/** The nearest rank: a duration that a run really had. The rows are in the order of their durations. */
function percentile(rows: readonly TimedRow[], share: number): number | null {
  let left = Math.ceil(total(rows) * share);
  for (const row of rows) {
    left -= row.count;
    if (left <= 0) return row.duration;
  }
  return null;
}

function total(rows: readonly DurationRow[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}
