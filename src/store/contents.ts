// The contents: the memories and lessons of a project with one line each, told at starts and with prompts.
import { type Contents, type ContentsItem, contentsLine, costOf, MOST_COUNTED } from "../session/contents.ts";
import type { MemoryCategory } from "../memory/memory_text.ts";
import { ruleScopesOf, scopesOf, type StartPlace } from "./at_start.ts";
import { MEMORY_KNOWN, MEMORY_UPDATED } from "./notes.ts";
import { join, list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { type ContextWindow, IS_ARRIVAL, IS_EDIT } from "./tellings.ts";

/** The most characters of a body that are searched for its first clause, and of one that is told in full. */
const HEAD_CHARS = 320;

/** Selects memories that a prompt may tell. Earlier versions kept session summaries by triage, which say little. */
const TELLABLE = sql`status = 'active' and (category <> 'SESSION_SUMMARY' or source <> 'triage')`;
/** Selects memories that the contents list: what was tried and dropped comes only with a prompt about it. */
const LISTED = sql`${TELLABLE} and rejected is null`;
/** Selects resolved entries with a lesson or a root cause. */
export const TEACHES =
  sql`status in ('confirmed', 'falsified') and (lesson is not null or root_cause is not null)`;

/** Selects texts that may be told in full, on one line: no steps of several lines. */
const isShort = (text: Sql) => sql`length(${text}) <= ${HEAD_CHARS} and instr(trim(${text}), char(10)) = 0`;
/** Selects memories that may be told in full: also a rule of several lines, but no text of another member. */
const IS_SHORT = sql`
  author is null and (${isShort(sql`body`)} or category = 'PREFERENCE' and length(body) <= ${HEAD_CHARS})`;

/** The columns of a memory's line; a long body is read only without a title. */
const MEMORY_LINE = sql`
  'm' || id as id, category as sort, iif(rejected is null, title, '(tried and dropped) ' || coalesce(nullif(title, ''),
  substr(body, 1, ${HEAD_CHARS})) || iif(rejected = '', '', ' (' || rejected || ')')) as title, ${IS_SHORT} as isWhole,
  iif(coalesce(title, '') = '' or length(body) <= ${HEAD_CHARS}, substr(body, 1, ${HEAD_CHARS}), '') as body,
  author, updated_at as statedAt, max(updated_at, coalesce(last_used_at, '')) as at from memories`;

/** Selects the time at which a lesson's entry was started, or the lesson last opened. */
const LESSON_AT = sql`
  max(created_at, coalesce((select max(created_at) from openings where item = 'g' || ghap.id), ''))`;
const LESSON_TEXT = sql`
  coalesce(iif(json_valid(lesson), coalesce(nullif(lesson ->> 'takeaway', ''), nullif(lesson ->> 'what_worked', '')),
  null), iif(json_valid(root_cause), nullif(root_cause ->> 'description', ''), null), result)`;
const LESSON_LINE = sql`
  'g' || id as id, 'LESSON' as sort, iif(json_valid(lesson), lesson ->> 'title', null) as title,
  ${isShort(LESSON_TEXT)} as isWhole, substr(${LESSON_TEXT}, 1, ${HEAD_CHARS}) as body, null as author,
  created_at as statedAt, ${LESSON_AT} as at from ghap`;

type Row = Omit<ContentsItem, "group" | "isWhole"> & { readonly sort: string; readonly isWhole: 0 | 1 };

/**
 * Lists at most `limit` items, no `known` ones: rules within `ruleTokens`, other items, then more rules. In each
 * group those come first that were changed or opened last; if other members wrote some of the newest, every third item
 * is one of theirs. Indexes serve the orders of memories, however many there are.
 */
export function contentsOf(
  store: Store,
  place: StartPlace,
  { known, limit, ruleTokens }: Readonly<{ known: ReadonlySet<string>; limit: number; ruleTokens: number }>,
): Contents {
  const most = limit + known.size;
  const newest = (scope: Sql) => [scope, sql`order by created_at desc, id desc limit ${most}`];
  const memories = [
    ...scopesOf(place).flatMap((scope) => [
      [sql`${scope} and ${LISTED} and use_count > 0`, sql`order by last_used_at desc limit ${most}`],
      newest(sql`${scope} and ${LISTED} and (category <> 'PREFERENCE' or author is not null)`),
    ]),
    ...ruleScopesOf(place).map(newest),
  ];
  const read = (parts: readonly (readonly Sql[])[]) => {
    const ids = parts.map(([where, order]) =>
      sql`select * from (select id from memories where ${where} ${order})`
    );
    return store.all<Row>(sql`
      select id, sort, title, isWhole, body, author, statedAt from (
      select ${LESSON_LINE} where id in (select id from ghap where project = ${place.project} and ${TEACHES}
      order by ${LESSON_AT} desc limit ${most})
      union all select ${MEMORY_LINE} not indexed where id in (${join(ids, sql` union all `)}))
      order by at desc, length(id) desc, id desc`);
  };
  const found = read(memories);
  // A team may share memories that are newer than all that the user has saved.
  const own = scopesOf(place).map((scope) =>
    newest(sql`${scope} and ${LISTED} and category <> 'PREFERENCE' and author is null`)
  );
  const rows = found.some(({ author }) => author !== null) ? read([...memories, ...own]) : found;
  const fresh = rows.filter(({ id }) => !known.has(id)).map(itemOf);
  const rules = fresh.filter(({ group }) => group === "rules");
  const nonRules = withEveryThird(
    fresh.filter(({ group }) => group !== "rules" && group !== "others"),
    fresh.filter(({ group }) => group === "others"),
  );
  let tokens = 0;
  const first = rules.filter((rule) => {
    tokens += costOf(contentsLine(rule));
    return tokens <= ruleTokens;
  });
  const items = [...first, ...nonRules, ...rules.slice(first.length)].slice(0, limit);
  if (items.length < limit) return { items, total: items.length };
  const knownCount = [...known].filter((id) => /^[mg]/.test(id)).length;
  const count = countListed(store, place, items.length + knownCount + MOST_COUNTED);
  return { items, total: Math.max(items.length, count - knownCount) };
}

/** Merges both lists, so that each third item is one of `others` and neither list displaces the other. */
function withEveryThird<T>(own: readonly T[], others: readonly T[]): T[] {
  const mixed = own.flatMap((item, at) =>
    at % 2 === 0 ? [item] : [item, ...others.slice((at - 1) / 2, (at + 1) / 2)]
  );
  return [...mixed, ...others.slice(Math.floor(own.length / 2))];
}

/** Counts a project's items, up to `most` memories in each scope. */
function countListed(store: Store, place: StartPlace, most: number): number {
  const memories = scopesOf(place).map((scope) =>
    sql`(select count(*) from (select 1 from memories where ${scope} and ${LISTED} limit ${most}))`
  );
  return store.value<number>(sql`
    select ${join(memories, sql` + `)}
    + (select count(*) from ghap where project = ${place.project} and ${TEACHES})`) ?? 0;
}

/** Returns those of the items that a prompt may tell, in any order. `not indexed` makes SQLite find memories by id. */
export function itemsByIds(store: Store, ids: readonly string[]): ContentsItem[] {
  const rows = (letter: string) =>
    list(ids.filter((id) => id.startsWith(letter)).map((id) => Number(id.slice(1))));
  return store.all<Row>(sql`
    select id, sort, title, isWhole, body, author, statedAt from (
    select ${MEMORY_LINE} not indexed where id in ${rows("m")} and ${TELLABLE}
    union all select ${LESSON_LINE} where id in ${rows("g")} and ${TEACHES})`).map(itemOf);
}

/** Says in words in how many sessions each item was opened, as the contents have opened items first. */
export function whyTold(store: Store, ids: readonly string[]): Map<string, string> {
  return store.map(sql`
    select value, case count(item) when 0 then 'never opened yet' when 1 then 'opened in a session'
    else 'opened in ' || count(item) || ' sessions' end
    from json_each(${ids}) left join openings on item = value group by value`);
}

/** Tells whether a prompt needs a search: a rule or a told item has changed, or others' items are new to this window. */
export function hasUnknown(store: Store, project: string, window: ContextWindow): boolean {
  const lessons = sql`select 'g' || id as id, session_id from ghap where project = ${project} and ${TEACHES}`;
  const memories = scopesOf({ project }).map((scope) =>
    sql`select 'm' || id as id, session_id from memories where ${scope} and ${TELLABLE}`
  );
  return store.has(sql`
    select 1 from (${join([lessons, ...memories], sql` union all `)})
    where id not in ${list([...window.told])} and session_id is not ${window.sessionId} limit 1`) ||
    Object.values(changesIn(store, project, window)).some((changes) => [...changes].length > 0);
}

/** Returns what others changed since a window began: `changedItems` and `removedItems`. */
export function changesIn(store: Store, project: string, window: ContextWindow) {
  const { since } = window;
  const mayBe = store.has(sql`
    select 1 from memories where status in ('active', 'superseded', 'deleted') and updated_at > ${since}
    union all select 1 from injections where (${IS_ARRIVAL} or ${IS_EDIT}) and created_at > ${since} limit 1`);
  if (!mayBe) return { changed: new Map<string, string>(), removed: [] };
  return { changed: changedItems(store, project, window), removed: removedItems(store, window) };
}

/** Lists memories that this window was told, and that others have removed or rejected since: at most twenty at once. */
function removedItems(store: Store, window: ContextWindow): string[] {
  const told = [...window.told.difference(window.excluded)].filter((id) => id.startsWith("m"));
  const rows = told.map((id) => Number(id.slice(1)));
  return store.column<string>(sql`
    select 'm' || id from memories m not indexed where id in ${list(rows)} and updated_at > ${window.since}
    and (rejected is not null or status = 'deleted')
    and not ${isSeen(window, sql`m.id`, sql`m.updated_at`)} limit 20`);
}

/** SQL: since `at`, the session has changed or opened a memory, or the window was told of it. */
function isSeen(window: ContextWindow, id: Sql, at: Sql): Sql {
  const isOwn = sql`session_id = ${window.sessionId}`;
  return sql`(
    exists (select 1 from event_log where ${isOwn} and event in (${MEMORY_UPDATED}, ${MEMORY_KNOWN})
    and created_at >= ${at} and subject = 'm' || ${id})
    or exists (select 1 from openings where ${isOwn} and item = 'm' || ${id} and created_at >= ${at})
    or exists (select 1 from tellings, json_each(items) where ${isOwn} and agent_id = ''
    and context_window = ${window.number} and created_at >= ${at} and value = 'm' || ${id}))`;
}

/**
 * Returns, by id, what others changed since this window began and it has not seen since: rules, and memories that have
 * other words than it was told, or replace what it was told or its session saved. The values are words to add to their
 * lines, such as " (changed)". What another machine changed counts from its arrival here. Leaves out new imported rules,
 * and more than ten that arrived: an import and a first sync bring many at once.
 */
export function changedItems(store: Store, project: string, window: ContextWindow): Map<string, string> {
  const isOwn = sql`session_id = ${window.sessionId}`;
  const known = list([...window.told]);
  const isRule = sql`(${join(ruleScopesOf({ project }), sql` or `)})`;
  const arrived = sql`${IS_ARRIVAL} and created_at > ${window.since}`;
  return store.map(sql`
    with recursive told as (select value as item, cast(substr(value, 2) as integer) as id from tellings,
    json_each(items) where ${isOwn} and agent_id = '' and context_window = ${window.number} and value like 'm%'),
    newer as (select id, superseded_by as next from memories where superseded_by is not null
    and (id in (select id from told) or ${isOwn}) union select newer.id, superseded_by from newer join memories m
    on m.id = next where superseded_by is not null),
    changed as (select id, max(at) as at from (
    select id, updated_at as at from memories indexed by memories_by_change where status = 'active'
    and updated_at > ${window.since} and ${isRule}
    union all select cast(substr(item, 2) as integer), created_at from injections where ${arrived}
    and (select count(*) from injections where ${arrived}) <= 10
    union all select next, updated_at from newer join memories m on m.id = newer.id
    union all select told.id, created_at from told join injections using (item) where ${IS_EDIT}
    and created_at > ${window.since}) group by id)
    select 'm' || id, coalesce((select ' (replaces ' || group_concat('m' || newer.id, ', ') || ')' from newer
    where next = now.id), iif('m' || id in ${known} or id in (select id from told), ' (changed)', ''))
    from changed cross join memories now not indexed using (id) where status = 'active' and rejected is null
    and (${isRule} or id in (select next from newer) or id in (select id from told))
    and (updated_at > created_at or source <> 'import' and coalesce(${isOwn}, 0) = 0)
    and not ${isSeen(window, sql`now.id`, sql`changed.at`)}`);
}

/** Returns true if any failure was repaired; else a prompt needs no search for fixes, which takes time to load. */
export const hasRepairs = (store: Store): boolean => store.has(sql`select 1 from repairs limit 1`);

/** The groups of memories and lessons by category. Sync may bring a newer mneme's category: it counts as a decision. */
export const CATEGORY_GROUPS: Readonly<Record<string, Exclude<ContentsItem["group"], "others">>> = {
  DECISION: "decisions",
  CONSTRAINT: "constraints",
  PREFERENCE: "rules",
  RUNBOOK: "how-tos",
  TECH_DEBT: "debts",
  SESSION_SUMMARY: "sessions",
  LESSON: "lessons",
} satisfies Record<MemoryCategory | "LESSON", ContentsItem["group"]>;

function itemOf({ sort, ...item }: Row): ContentsItem {
  const group = item.author !== null ? "others" : CATEGORY_GROUPS[sort] ?? "decisions";
  return { ...item, group, isWhole: item.isWhole === 1 };
}
