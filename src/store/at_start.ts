import type { SessionKey } from "../base/writes.ts";
import type { StandingRule, StandingRules } from "../session/light_context.ts";
import { withTitle } from "../session/context_item.ts";
import { IS_WAITING } from "./memories.ts";
import { isTellable } from "./not_here.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The places of the index that hold preferences: of a project, of the user. */
const PLACES = (project: string) => [
  sql`project = ${project} and scope = 'project' and ${isTellable(project)}`,
  sql`project is null and scope = 'user' and ${isTellable(project)}`,
];
/** A wish of somebody else of a team is no rule here. */
const IS_RULE = sql`category = 'PREFERENCE' and status = 'active' and author is null`;

function ownValues(project: string): Sql {
  return sql`from project_values where project = ${project} or project is null`;
}

/** Counts the rules that hold in the project, from the index alone. */
export function countRules(store: Store, project: string): number {
  const count = PLACES(project).reduce(
    (sum, place) => sql`${sum} + (select count(*) from memories where ${place} and ${IS_RULE})`,
    sql`(select count(*) ${ownValues(project)})`,
  );
  return store.value<number>(sql`select ${count}`) ?? 0;
}

/** Of each place so many of the newest are looked at; nobody states more. */
const LOOKED_AT = 200;
const NEWEST = 3;
/** Values are lessons in a sentence: more than the most used of them would crowd out what the user asked for. */
const MAX_VALUES = 5;

/** Words of an agent or the user count for more than found or imported ones. */
const BEST_FIRST = sql`use_count desc, is_stated desc, confidence desc, created_at desc, kind, id desc`;
const NEWEST_FIRST = sql`created_at desc, kind, id desc`;

/** The preferences and values that hold in a project: the best proven, and the newest. */
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
  const sources = PLACES(project).reduce(
    (all, place) =>
      sql`${all} union all
      select * from (select 'm' as kind, id, scope as place, title, body as text, use_count, confidence,
      source in ('user', 'agent') as is_stated, created_at from memories where ${place} and ${IS_RULE}
      and rejected is null order by created_at desc limit ${lookedAt})`,
    values,
  );
  return store.all<Omit<StandingRule, "id"> & { readonly item: string; readonly title: string | null }>(sql`
    select kind || id as item, place, title, text from (${sources}) order by ${order} limit ${limit}`)
    .map(({ item, place, title, text }) => ({ id: item, place, text: withTitle(title, text) }));
}

/** Stands for the time where a script was told alone, which nobody watches. */
const TOLD_A_SCRIPT = "script";

type SaveReader = { readonly project: string; readonly isUnattended: boolean };

/** Those that nobody was told of, in the words of their index; a person is told what a script was told. */
function isUntold({ isUnattended }: SaveReader): Sql {
  return sql`(told_at is null or told_at = ${TOLD_A_SCRIPT}) and (told_at is null or ${!isUnattended})`;
}

/** Those of a project; of what somebody has forgotten or replaced since nothing is left to undo. */
function untoldSaves(reader: SaveReader): Sql {
  return sql`
    from silent_saves join memories on memories.id = memory_id
    where silent_saves.project = ${reader.project} and ${isUntold(reader)} and status = 'active'`;
}

/** The result of an entry that its session left open. */
export const SESSION_ENDED = "session ended";
/** Of those that were given up, the newest are looked at: over the years there are many. */
const SESSIONS_LOOKED_AT = 100;

/** Selects the numbers of the entries that can be offered. */
export function orphans({ project, sessionId }: Pick<SessionKey, "project" | "sessionId">): Sql {
  return sql`
    select id from ghap where project = ${project} and status = 'active' and offered_at is null
    and session_id <> ${sessionId} union all select id from (select id, offered_at, result from ghap
    where project = ${project} and status = 'abandoned'
    order by created_at desc limit ${SESSIONS_LOOKED_AT})
    where offered_at is null and result = ${SESSION_ENDED}`;
}

/** The things that a session finds at its start: their number, or 1 where there are any. */
export interface Waiting {
  readonly silentSaves: number;
  readonly orphans: number;
  /** Memories that somebody has to keep or drop. */
  readonly candidates: number;
  /** The changes that another machine or a member of a team has made here. */
  readonly synced: number;
}

/** In one statement, without the write lock and the code that most starts do not need. */
export function waitingAtStart(
  store: Store,
  { project, sessionId }: SessionKey,
  isUnattended: boolean,
): Waiting | undefined {
  return store.first<Waiting & Record<string, number>>(sql`
    select (select count(*) from memories where project = ${project} and ${IS_WAITING}) as candidates,
    exists (select 1 ${untoldSaves({ project, isUnattended })}) as silentSaves,
    exists (select 1 from sync_changes where told_at is null) as synced,
    exists (${orphans({ project, sessionId })}) as orphans`);
}

/** More would make no line that anybody reads; the others wait for the next one. */
const TOLD_AT_ONCE = 50;

/**
 * Memories that were saved silently in this project and not mentioned yet; from now on they are. A script that starts
 * every hour must not take the word from everybody: what it was told a person is told, too.
 */
export function tellSilentSaves(store: Store, reader: SaveReader, at: string): number[] {
  const rows = store.column<number>(sql`
    select memory_id ${untoldSaves(reader)} order by memory_id limit ${TOLD_AT_ONCE}`);
  if (rows.length > 0) {
    store.run(sql`
      update silent_saves set told_at = ${reader.isUnattended ? TOLD_A_SCRIPT : at}
      where project = ${reader.project} and ${isUntold(reader)} and memory_id <= ${rows.at(-1)}`);
  }
  return rows;
}
