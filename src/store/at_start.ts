// The rules that a session's start tells, and the news that waits for it.
import { SILENT_CLIENTS } from "../base/clients.ts";
import type { SessionKey } from "../base/writes.ts";
import { withTitle } from "../memory/memory_text.ts";
import type { StandingRule } from "../session/light_context.ts";
import { orphans } from "./ghap.ts";
import { IS_WAITING, isTellable } from "./memories.ts";
import { join, list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** `notes`: the files of Claude Code's notes. Memories imported from these stay out, except rules and edited ones. */
export type StartPlace = Readonly<{ project: string; notes?: readonly string[] | undefined }>;

/** Conditions for the memories of a project and of the user, except those that a person excluded here. */
export const scopesOf = ({ project, notes }: StartPlace): readonly Sql[] => [
  sql`project = ${project} and scope = 'project' and ${isTellable(project)}
    and (category = 'PREFERENCE' or ifnull(evidence, '') not glob 'Note of claude: *' or not exists
    (select 1 from json_each(${notes}) where instr(evidence, 'Note of claude: ' || value) = 1))`,
  sql`project is null and scope = 'user' and ${isTellable(project)}`,
];
/** Selects preferences that are rules: in use, not written by a teammate, and not tried and dropped. */
const IS_RULE = sql`category = 'PREFERENCE' and status = 'active' and author is null and rejected is null`;

/** Conditions for the rules of a project and of the user; an index serves each, newest first. */
export const ruleScopesOf = (place: StartPlace): readonly Sql[] =>
  scopesOf(place).map((scope) => sql`${scope} and ${IS_RULE}`);

const ownValues = (project: string) => sql`from project_values where project = ${project} or project is null`;

export function countRules(store: Store, place: StartPlace) {
  const rules = ruleScopesOf(place).map((scope) => sql`(select count(*) from memories where ${scope})`);
  return store.first<{ readonly count: number; readonly values: number }>(sql`
    select "values", "values" + ${join(rules, sql` + `)} as count
    from (select count(*) as "values" ${ownValues(place.project)})`)!;
}

const LOOKED_AT = 200; // the number of the newest preferences of each scope among which the first are chosen
const MAX_VALUES = 5; // the most values that are told, so that they do not crowd out the user's preferences

/** Returns the preferences and values that hold in a project, those first that were stated or opened last. */
export function standingRules(store: Store, place: StartPlace, limit: number): StandingRule[] {
  const values = sql`
    select * from (select 'v' as kind, id, null as title, text, created_at as statedAt, last_used_at
    ${ownValues(place.project)} order by use_count desc, coalesce(last_used_at, created_at) desc, id desc
    limit ${MAX_VALUES})`;
  const memories = ruleScopesOf(place).map((scope) =>
    sql`
    select * from (select 'm' as kind, id, title, body as text, updated_at as statedAt, last_used_at from memories
    where ${scope} order by created_at desc, id desc limit ${LOOKED_AT})`
  );
  return store.all<StandingRule & { readonly title: string | null }>(sql`
    select kind || id as id, title, text, statedAt
    from (${join([values, ...memories], sql` union all `)}) as rule
    order by max(statedAt, coalesce(last_used_at, '')) desc, kind, rule.id desc limit ${limit}`)
    .map(({ title, text, ...rule }) => ({ ...rule, text: withTitle(title, text) }));
}

/** Selects active, untold saves of a project. `cross` makes SQLite read these few rows before any memory. */
const untoldSaves = (project: string) =>
  sql`from silent_saves cross join memories on memories.id = memory_id
    where silent_saves.project = ${project} and told_at is null and status = 'active'`;

/**
 * The news for a start: `candidates` is their number, 0 if none is newer than the last start here of another session,
 * which told of them; each other field is 0 or 1. `synced`: changes from other machines or members, or a failed sync.
 * `earlier` rules out the notice about a moved project: a person has had other sessions here, or nobody reads this
 * start. `unsettled`: this is the project's first session, and memories have arrived for projects whose folders mneme
 * does not know.
 */
export const NOTHING_WAITS = {
  silentSaves: 0,
  orphans: 0,
  candidates: 0,
  synced: 0,
  earlier: 1,
  unsettled: 0,
};
export type Waiting = Readonly<typeof NOTHING_WAITS>;

/** Reads these numbers in one statement, without the write lock and without code that few starts need. */
export function waitingAtStart(store: Store, { project, sessionId }: SessionKey, isUnread: boolean) {
  const others = sql`
    from sessions where project = ${project} and session_id <> ${sessionId} and is_unattended = 0`;
  return store.first<Waiting>(sql`
    select (select iif(max(updated_at) > coalesce((select started_at ${others} and source not in ('sync', 'import')
    and client not in ${list(SILENT_CLIENTS)} order by started_at desc limit 1), ''),
    count(*), 0) from memories indexed by memories_by_project
    where project = ${project} and ${IS_WAITING}) as candidates,
    exists (select 1 ${untoldSaves(project)}) as silentSaves,
    exists (select 1 from sync_changes where told_at is null)
    or exists (select 1 from sync_spaces where last_error is not null) as synced,
    ${isUnread} or exists (select 1 ${others}) as earlier,
    exists (select 1 from sync_spaces) and ${sessionId} = (select session_id from sessions
    where project = ${project} order by started_at limit 1) and exists (select 1 from memories
    where project <> '' and project not glob '/*' and project not glob '?:*') as unsettled,
    exists (${orphans({ project, sessionId })}) as orphans`);
}

export function otherProjects(store: Store, project: string, since: string, limit: number) {
  return store.all<{ project: string; memories: number }>(sql`
    select project, (select count(*) from memories m where m.project = used.project and status = 'active') as memories
    from (select project, max(coalesce(last_started_at, started_at)) as last_at from sessions
    where project not in ('', ${project}) group by project having last_at >= ${since}
    order by last_at desc limit ${limit}) used where memories > 0 order by last_at desc`);
}

/** Returns the longest of these paths (the nearest folder) that has memories, with their number. */
export function nearestMemories(store: Store, folders: readonly string[]) {
  return store.first<{ project: string; memories: number }>(sql`
    select project, count(*) as memories from memories where status = 'active'
    and project in (select value from json_each(${JSON.stringify(folders)}))
    group by project order by length(project) desc limit 1`);
}

const TOLD_AT_ONCE = 50; // the most saves that one start tells; the rest waits for the next

/** Returns memories of this project that were saved silently and not told yet, and marks them as told. */
export function tellSilentSaves(store: Store, project: string, at: string) {
  const rows = store.all<{ id: number; title: string | null; body: string }>(sql`
    select id, title, body ${untoldSaves(project)} order by id limit ${TOLD_AT_ONCE}`);
  store.run(sql`
    update silent_saves set told_at = ${at} where project = ${project} and told_at is null
    and memory_id <= ${rows.at(-1)?.id}`);
  return rows;
}

/** Begins the `last_error` of a sync that worked, but left a project out. */
export const LEFT_OUT = "leaves out";

/**
 * Counts untold changes by other machines or members (`deed`: changed …), and marks them as told. `failures`: spaces
 * that need a command such as `mneme sync join`, or were not synced for a day; each is told once a day (at `cursor`).
 */
export function tellSync(store: Store, at: string) {
  const isOld = (column: Sql) => sql`coalesce(julianday(${column}), 0) < julianday(${at}) - 1`;
  const failures = store.all<Readonly<{ space: string; last_at: string | null; last_error: string }>>(sql`
    update sync_spaces set cursor = ${at} where last_error is not null and ${isOld(sql`cursor`)}
    and (${isOld(sql`last_at`)} or instr(last_error, '\`mneme sync ') > 0)
    returning space, last_at, last_error`);
  const counts = store.map<string, number>(sql`
    select deed, count(distinct memory_id) from sync_changes where told_at is null group by deed`);
  if (counts.size > 0) store.run(sql`update sync_changes set told_at = ${at} where told_at is null`);
  return { changed: 0, forgotten: 0, proposed: 0, ...Object.fromEntries(counts), failures };
}
