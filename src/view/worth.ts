// Counts for the view Numbers: sessions by day, the cost of telling agents items, and what came of that.
import { contentsLine, costOf, saysAll } from "../session/contents.ts";
import { itemsByIds } from "../store/contents.ts";
import { type Sql, sql } from "../store/sql.ts";
import { momentsByDay, sumMoments } from "../store/stats.ts";
import type { Store } from "../store/store.ts";
import { STANDS } from "../store/tellings.ts";

const COSTLIEST = 10; // the number of listed memories; ten times as many are read, because SQL cannot count tokens

/** Returns the cost of telling agents items since a time, and what came of that. Only tokens are estimates. */
export function readWorth(store: Store, since: string, project?: string) {
  const isHere = sql`created_at >= ${since} and (${project} is null or session_id in
    (select session_id from sessions where project = ${project}))`;
  const days = momentsByDay(store, isHere);
  return {
    days,
    moments: sumMoments(days),
    idle: neverOpened(store, isHere),
    // Predictions and memories may be of no session, so their own project is compared. Items `r…` are repairs.
    done: store.first<Record<"cures_told" | "cures_followed" | "predictions" | "saved", number>>(
      sql`
      select (select count(*) from injections where ${isHere} and item glob 'r[0-9]*') as cures_told,
      (select count(*) from injections where ${isHere} and item glob 'r[0-9]*' and used = 1) as cures_followed,
      (select count(*) from ghap where resolved_at >= ${since} and status in ('confirmed', 'falsified')
      and (${project} is null or project = ${project})) as predictions,
      (select count(*) from memories where created_at >= ${since} and status = 'active' and author is null
      and (${project} is null or project = ${project} or scope = 'user')) as saved`,
    )!,
  };
}

/**
 * Lists the costliest memories of which agents only got titles. `cross join` makes SQLite read tellings first. Rows
 * of `injections` without a session note that a memory was edited or arrived by sync.
 */
function neverOpened(store: Store, isHere: Sql) {
  const told = store.all<{ id: string; sessions: number; times: number }>(sql`
    select value as id, count(distinct t.session_id) as sessions, count(*) as times
    from (select * from tellings where ${STANDS} and ${isHere}) t, json_each(lines)
    cross join memories m on m.id = cast(substr(value, 2) as integer) where m.status = 'active'
    and m.rejected is null and value glob 'm[0-9]*' and value not in (select item from openings)
    and value not in (select item from injections where session_id <> '') group by value order by times desc, value
    limit ${10 * COSTLIEST}`);
  const items = new Map(itemsByIds(store, told.map(({ id }) => id)).map((item) => [item.id, item]));
  return told.flatMap(({ id, sessions, times }) => {
    const item = items.get(id);
    if (item === undefined || saysAll(item)) return []; // such a title need not be opened
    const tokens = times * costOf(contentsLine(item));
    return [{ id, sessions, tokens, title: item.title ?? item.body }];
  }).sort((a, b) => b.tokens - a.tokens).slice(0, COSTLIEST);
}

/** Counts sessions by the local day on which they began, with all their prompts and calls, pruned ones too. */
export function sessionsByDay(store: Store, since: string, project?: string) {
  return store.all<Readonly<Record<"sessions" | "prompts" | "tools", number>> & { readonly day: string }>(sql`
    select date(started_at, 'localtime') as day, count(*) as sessions, sum(prompt_count) as prompts,
    sum(tool_count) as tools from sessions where started_at >= ${since}
    and (${project} is null or project = ${project}) group by day order by day`);
}
