import type { SessionKey } from "../base/writes.ts";
import { withTitle } from "../memory/memory_text.ts";
import type { StandingRule, StandingRules } from "../session/light_context.ts";
import { orphans } from "./ghap.ts";
import { IS_WAITING } from "./memories.ts";
import { isTellable } from "./not_here.ts";
import { join, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The index partitions that hold preferences: the project's and the user's. */
const PLACES = (project: string) => [
  sql`project = ${project} and scope = 'project' and ${isTellable(project)}`,
  sql`project is null and scope = 'user' and ${isTellable(project)}`,
];
/** A preference of a teammate is no rule here, nor is one that was tried and dropped. */
const IS_RULE = sql`category = 'PREFERENCE' and status = 'active' and author is null and rejected is null`;

function ownValues(project: string): Sql {
  return sql`from project_values where project = ${project} or project is null`;
}

export function countRules(store: Store, project: string): number {
  const rules = PLACES(project).map((place) =>
    sql`(select count(*) from memories where ${place} and ${IS_RULE})`
  );
  return store.value<number>(sql`
    select (select count(*) ${ownValues(project)}) + ${join(rules, sql` + `)}`) ?? 0;
}

/** The newest rules that are read in each place. */
const LOOKED_AT = 200;
const NEWEST = 3;
/** The most values that are told, so that they do not crowd out the user's preferences. */
const MAX_VALUES = 5;

/** Orders rules: those used most first, then those that the user or an agent stated, then found and imported ones. */
const BEST_FIRST = sql`use_count desc, is_stated desc, confidence desc, created_at desc, kind, id desc`;
const NEWEST_FIRST = sql`created_at desc, kind, id desc`;

/** Returns the preferences and values that hold in a project: those used most, and the newest. */
export function standingRules(store: Store, project: string, limit: number): StandingRules {
  return {
    best: rulesBy(store, project, { order: BEST_FIRST, lookedAt: LOOKED_AT, limit }),
    newest: rulesBy(store, project, { order: NEWEST_FIRST, lookedAt: NEWEST, limit: NEWEST }),
  };
}

function rulesBy(
  store: Store,
  project: string,
  { order, lookedAt, limit }: { readonly order: Sql; readonly lookedAt: number; readonly limit: number },
): StandingRule[] {
  const values = sql`
    select * from (select 'v' as kind, id, 'values' as place, null as title, text, use_count,
    1 as confidence, 1 as is_stated, created_at ${ownValues(project)}
    order by use_count desc, coalesce(last_used_at, created_at) desc, id desc limit ${MAX_VALUES})`;
  const memories = PLACES(project).map((place) =>
    sql`
    select * from (select 'm' as kind, id, scope as place, title, body as text, use_count, confidence,
    source in ('user', 'agent') as is_stated, created_at from memories where ${place} and ${IS_RULE}
    order by created_at desc limit ${lookedAt})`
  );
  return store.all<Omit<StandingRule, "id"> & { readonly item: string; readonly title: string | null }>(sql`
    select kind || id as item, place, title, text from (${join([values, ...memories], sql` union all `)})
    order by ${order} limit ${limit}`)
    .map(({ item, place, title, text }) => ({ id: item, place, text: withTitle(title, text) }));
}

/** Selects saves that no person was told of; earlier versions told some to scripts. The condition is their index's. */
const IS_UNTOLD = sql`(told_at is null or told_at = 'script')`;

/** Selects untold saves of a project, without those that were forgotten or replaced since. */
function untoldSaves(project: string): Sql {
  return sql`
    from silent_saves join memories on memories.id = memory_id
    where silent_saves.project = ${project} and ${IS_UNTOLD} and status = 'active'`;
}

/** The findings of a session at its start, as counts (1 stands for any). */
export interface Waiting {
  readonly silentSaves: number;
  readonly orphans: number;
  /** Candidates that wait for a person. */
  readonly candidates: number;
  /** Changes that another machine or a teammate has made here, or spaces whose last sync failed. */
  readonly synced: number;
  /** Earlier sessions of the project that no script started; 1 if nobody reads of them. */
  readonly earlier: number;
}

/** Reads these counts in one statement, without the write lock and code that most starts do not need. */
export function waitingAtStart(
  store: Store,
  { project, sessionId }: SessionKey,
  isUnread: boolean,
): Waiting | undefined {
  return store.first<Waiting>(sql`
    select (select count(*) from memories where project = ${project} and ${IS_WAITING}) as candidates,
    exists (select 1 ${untoldSaves(project)}) as silentSaves,
    exists (select 1 from sync_changes where told_at is null)
    or exists (select 1 from sync_spaces where last_error is not null) as synced,
    ${isUnread} or exists (select 1 from sessions
    where project = ${project} and session_id <> ${sessionId} and is_unattended = 0) as earlier,
    exists (${orphans({ project, sessionId })}) as orphans`);
}

/** Returns the projects that were used since a moment, the last used first, with the numbers of their memories. */
export function projectsSince(store: Store, since: string, limit: number) {
  return store.all<{ readonly project: string; readonly memories: number }>(sql`
    select project, (select count(*) from memories m where m.project = s.project and status = 'active') as memories
    from sessions s where project <> '' group by project having memories > 0
    and max(coalesce(last_started_at, started_at)) >= ${since}
    order by max(coalesce(last_started_at, started_at)) desc limit ${limit}`);
}

/** The most saves that one start tells; the rest waits for the next. */
const TOLD_AT_ONCE = 50;

/** Returns memories of this project that were saved silently and not told yet, and marks them as told. */
export function tellSilentSaves(store: Store, project: string, at: string): number[] {
  const rows = store.column<number>(sql`
    select memory_id ${untoldSaves(project)} order by memory_id limit ${TOLD_AT_ONCE}`);
  if (rows.length > 0) {
    store.run(sql`
      update silent_saves set told_at = ${at} where project = ${project} and ${IS_UNTOLD}
      and memory_id <= ${rows.at(-1)}`);
  }
  return rows;
}

/**
 * Counts the memories that other machines or members have changed, by what was done, if nobody was told of them, and
 * marks them as told. Returns also the `failures`: spaces that were not synced for more than a day, or that only a new
 * `join` helps, with the error of the last sync. Each is told once a day; `cursor` says when (an earlier mneme used that
 * column otherwise).
 */
export function tellSync(store: Store, at: string) {
  const isOld = (column: Sql) => sql`coalesce(julianday(${column}), 0) < julianday(${at}) - 1`;
  const failures = store.all<Readonly<{ space: string; last_at: string | null; last_error: string }>>(sql`
    update sync_spaces set cursor = ${at} where last_error is not null and ${isOld(sql`cursor`)}
    and (${isOld(sql`last_at`)} or instr(last_error, '\`mneme sync join ') > 0)
    returning space, last_at, last_error`);
  const counts = store.map<string, number>(sql`
    select deed, count(distinct memory_id) from sync_changes where told_at is null group by deed`);
  if (counts.size > 0) store.run(sql`update sync_changes set told_at = ${at} where told_at is null`);
  return { changed: 0, forgotten: 0, proposed: 0, ...Object.fromEntries(counts), failures };
}
