// Counts for `mneme stats`, `doctor` and the page.
import { MODEL_USE_EVENT, type ModelPurpose } from "../base/model_use.ts";
import { LACKS_PHRASES, LACKS_TITLE } from "./memories.ts";
import { join, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { STANDS } from "./tellings.ts";

/** Runs of one kind and their milliseconds from the start of the program to its record; `null` if no run was timed. */
export type Latency = Readonly<{ event: string; count: number } & Record<"p50" | "p95", number | null>>;

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

/** Returns the latencies of hooks by event, of the `newest` ids of the log. Percentiles are durations of real runs. */
export function hookLatencies(store: Store, newest: number = Number.MAX_SAFE_INTEGER): Latency[] {
  // Two hooks log some runs by another name: the end of a background task (no prompt), a question on a prediction.
  // Grouped by duration, a million rows are some thousand: durations are kept to a hundredth of a millisecond.
  return store.all<Latency>(sql`
    with runs as (select case event when 'hook.task_notification' then 'hook.user_prompt_submit'
    when 'ghap.checkin' then 'hook.pre_tool_use' else event end as hook, duration_ms as ms, count(*) as runs
    from event_log where id > (select coalesce(max(id), 0) from event_log) - ${newest}
    and (event glob 'hook.*' or event = 'ghap.checkin') group by hook, ms),
    ranked as (select *, sum(runs) filter (where ms is not null) over (partition by hook) as timed,
    sum(runs) over (partition by hook order by ms nulls last) as rank from runs)
    select hook as event, sum(runs) as count, min(ms) filter (where rank >= 0.5 * timed) as p50,
    min(ms) filter (where rank >= 0.95 * timed) as p95 from ranked group by hook order by hook`);
}

/** Counts memories by category, most frequent first: of a project and the user's own, or of all projects. */
export function memoriesByCategory(store: Store, project?: string, status = "active") {
  return store.all<{ category: string; count: number }>(sql`
    select category, count(*) as count from memories where status = ${status}
    and (${project} is null or project = ${project} or scope = 'user') group by category order by count(*) desc, category`);
}

/** The results of the predictions with the same domain, strategy or expected outcome (`""` without one). */
export type PredictionCount = Readonly<Record<typeof RESULTS[number], number>> & {
  readonly name: string;
  /** Confirmed among decided ones, 0 to 1; `null` if none was decided. */
  readonly rate: number | null;
};

const RESULTS = ["confirmed", "falsified", "abandoned", "active"] as const;
const COUNTS = sql`${join(RESULTS.map((one) => sql`count(*) filter (where status = ${one}) as ${raw(one)}`))},
  round(avg(status = 'confirmed') filter (where status in ('confirmed', 'falsified')), 3) as rate`;

/** Counts entries by domain, strategy or expected outcome, most frequent first; in every project without `project`. */
export function predictionCounts(store: Store, by: "domain" | "strategy" | "expects", project?: string) {
  const name = raw(by);
  return store.all<PredictionCount>(sql`
    select coalesce(${name}, '') as name, ${COUNTS} from ghap
    where project = ${project} or ${project} is null group by ${name} order by count(*) desc, ${name}`);
}

export function predictionTotals(store: Store, project?: string): Omit<PredictionCount, "name"> {
  return store.first(sql`select ${COUNTS} from ghap where project = ${project} or ${project} is null`)!;
}

/** Figures of one moment at which agents are told items, such as "start"; `opened`: those of the items opened later. */
const TOTALS = ["tellings", "tokens", "items", "opened", "titles", "titles_opened"] as const;
type MomentTotals = Readonly<Record<typeof TOTALS[number], number>>;

type DayMoment = MomentTotals & Readonly<Record<"day" | "moment", string>>;

const MOMENTS = ["start", "prompt", "file", "failure", "helper"];
/** Selects a telling's moment. A compaction counts as a start, and a premortem as the failure in the same reply. */
const MOMENT = sql`case hook when 'compaction' then 'start' when 'premortem' then 'failure' else hook end`;

/** Returns the totals of each moment that has ever told anything. */
export function tellingTotals(store: Store): Record<string, MomentTotals> {
  const moments = sumMoments(momentsByDay(store, sql`true`));
  return Object.fromEntries(moments.map(({ moment, ...totals }) => [moment, totals]));
}

export function sumMoments(days: readonly DayMoment[]): (MomentTotals & { readonly moment: string })[] {
  return MOMENTS.flatMap((moment) => {
    const own = days.filter((day) => day.moment === moment);
    const sums = TOTALS.map((name) => [name, own.reduce((all, day) => all + day[name], 0)]);
    return own.length === 0 ? [] : [{ moment, ...Object.fromEntries(sums) as MomentTotals }];
  });
}

/** Counts what was told, and opened later, by local day and moment; `isHere` is a condition for both tables. */
export function momentsByDay(store: Store, isHere: Sql): DayMoment[] {
  return store.all<DayMoment>(sql`
    with told as (select date(created_at, 'localtime') as day, ${MOMENT} as moment,
    count(distinct session_id || agent_id || created_at) as tellings, sum(tokens) as tokens,
    sum(json_array_length(items)) as items, sum(json_array_length(lines)) as titles from tellings
    where ${STANDS} and ${isHere} group by 1, 2),
    opened as (select date(created_at, 'localtime') as day, ${MOMENT} as moment, count(*) as opened, sum(exists
    (select 1 from tellings t, json_each(t.lines) where t.session_id = openings.session_id and t.hook = openings.hook
    and value = item)) as titles_opened from openings where ${isHere} and hook is not null group by 1, 2)
    select day, moment, ${join(TOTALS.map((name) => raw(`coalesce(${name}, 0) as ${name}`)))}
    from told full join opened using (day, moment) order by day`);
}

/** The number of questions, of those that got no answer, and the length of all. */
type ModelTotals = Readonly<Record<"calls" | "failed" | "characters", number>>;

/** Counts the questions to models and their length by purpose, from the moment `since` on (ISO 8601). */
export function modelTotals(store: Store, since = ""): Readonly<Partial<Record<ModelPurpose, ModelTotals>>> {
  const rows = store.all<ModelTotals & { readonly purpose: ModelPurpose }>(sql`
    select data ->> 'purpose' as purpose, count(*) as calls, sum(not (data ->> 'ok')) as failed,
    sum(data ->> 'characters') as characters from event_log
    where event = ${MODEL_USE_EVENT} and created_at >= ${since} group by purpose order by purpose`);
  return Object.fromEntries(rows.map(({ purpose, ...totals }) => [purpose, totals]));
}
