import { IS_SHORT } from "./contents.ts";
import { list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Figures of one moment at which agents are told items, such as "start" or "prompt". */
interface MomentTotals {
  readonly tellings: number;
  readonly tokens: number;
  readonly items: number;
  /** The items that an agent opened after this moment had told them. */
  readonly opened: number;
}

/** The totals of a moment on one day of this machine's calendar. */
interface DayMoment extends MomentTotals {
  /** `2026-03-01` */
  readonly day: string;
  readonly moment: string;
}

const MOMENTS = ["start", "prompt", "file", "failure", "helper"];
/** SQL for the moment of a telling: a compaction counts as a start, a premortem as a failure. */
const MOMENT = sql`case hook when 'compaction' then 'start' when 'premortem' then 'failure' else hook end`;

/** The hooks that tell items, by the moments at which they do. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  start: ["hook.session_start"],
  prompt: ["hook.user_prompt_submit"],
  "file or failure": ["hook.pre_tool_use", "hook.post_tool_use"],
  helper: ["hook.subagent_start"],
};
const COSTLIEST = 10;

/**
 * Reads what it has cost since a moment to tell agents items, and what came of it, in a project or in all.
 * Every figure is counted; only tokens are estimates.
 */
export function readWorth(store: Store, since: string, project?: string) {
  const isHere = (table: Sql) =>
    sql`${table}.created_at >= ${since} and (${project} is null or ${table}.session_id in
      (select session_id from sessions where project = ${project}))`;
  const days = momentsByDay(store, isHere);
  return {
    since,
    days,
    moments: sumMoments(days),
    seconds: Object.entries(HOOKS).map(([moment, events]) => ({
      moment,
      ...store.first<{ runs: number; seconds: number }>(sql`
        select count(*) as runs, coalesce(sum(duration_ms), 0) / 1000.0 as seconds from event_log e
        where event in ${list(events)} and ${isHere(sql`e`)}`)!,
    })),
    idle: neverOpened(store, isHere),
    done: store.first<Record<"opened" | "cures_told" | "cures_followed" | "predictions" | "saved", number>>(
      sql`
      select (select count(*) from openings o where ${isHere(sql`o`)} and hook is not null) as opened,
      (select count(*) from injections i where ${isHere(sql`i`)} and item glob 'r[0-9]*') as cures_told,
      (select count(*) from injections i where ${
        isHere(sql`i`)
      } and item glob 'r[0-9]*' and used = 1) as cures_followed,
      (select count(*) from ghap g where ${
        isHere(sql`g`)
      } and status in ('confirmed', 'falsified')) as predictions,
      (select count(*) from memories m where m.created_at >= ${since} and status = 'active'
      and category <> 'SESSION_SUMMARY' and (${project} is null or project = ${project})) as saved`,
    )!,
  };
}

export type Worth = ReturnType<typeof readWorth>;

/** Returns the totals of each moment that has ever told anything. */
export function tellingTotals(store: Store): Record<string, MomentTotals> {
  const moments = sumMoments(momentsByDay(store, () => sql`true`));
  return Object.fromEntries(moments.map(({ moment, ...totals }) => [moment, totals]));
}

function sumMoments(days: readonly DayMoment[]): (MomentTotals & { readonly moment: string })[] {
  return MOMENTS.flatMap((moment) => {
    const own = days.filter((day) => day.moment === moment);
    const sum = (name: keyof MomentTotals) => own.reduce((all, day) => all + day[name], 0);
    const [tellings, tokens, items, opened] = [sum("tellings"), sum("tokens"), sum("items"), sum("opened")];
    return own.length === 0 ? [] : [{ moment, tellings, tokens, items, opened }];
  });
}

function momentsByDay(store: Store, isHere: (table: Sql) => Sql): DayMoment[] {
  return store.all<DayMoment>(sql`
    with told as (select date(created_at, 'localtime') as day, ${MOMENT} as moment, count(*) as tellings,
    sum(tokens) as tokens, sum(json_array_length(items)) as items from tellings t where ${isHere(sql`t`)}
    group by 1, 2), opened as (select date(created_at, 'localtime') as day, ${MOMENT} as moment, count(*) as opened
    from openings o where ${isHere(sql`o`)} and hook is not null group by 1, 2)
    select day, moment, coalesce(tellings, 0) as tellings, coalesce(tokens, 0) as tokens, coalesce(items, 0) as items,
    coalesce(opened, 0) as opened from told full join opened using (day, moment) order by day`);
}

/**
 * Lists active memories that were told by title and that no agent ever opened, the costliest first. Short ones and rules
 * are left out, as they are told in full. `cross join` has SQLite read tellings first, not all memories for each line.
 */
function neverOpened(store: Store, isHere: (table: Sql) => Sql) {
  return store.all<{ id: string; sessions: number; tokens: number; title: string }>(sql`
    select value as id, count(distinct t.session_id) as sessions,
    cast(sum(1.0 * tokens / json_array_length(items)) as integer) as tokens, coalesce(title, substr(body, 1, 90)) as title
    from tellings t, json_each(lines) cross join memories m on m.id = cast(substr(value, 2) as integer)
    where m.status = 'active' and not (${IS_SHORT}) and ${
    isHere(sql`t`)
  } and value glob 'm[0-9]*' and value not in (select item from openings)
    group by value order by tokens desc, value limit ${COSTLIEST}`);
}
