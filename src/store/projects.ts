import { IS_WAITING } from "./memories.ts";
import { removeNumbered } from "./removal.ts";
import { raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A project, and how much is kept of it. */
export interface ProjectView {
  readonly project: string;
  readonly sessions: number;
  readonly prompts: number;
  readonly tools: number;
  /** Those in use. */
  readonly memories: number;
  /** Those that wait to be kept or dropped. */
  readonly candidates: number;
  readonly predictions: number;
  /** ISO 8601; `null` where no session is known. */
  readonly last_at: string | null;
}

/**
 * Tables whose rows belong to a project whatever its folder is called. Sessions come last: a killed run is taken up by
 * them.
 */
export const MOVABLE_TABLES: readonly string[] = [
  "memories",
  "ghap",
  "project_values",
  "silent_saves",
  "scratchpads",
  "sessions",
];

/** The table whose rows mean files of the project's folder. */
export const CODE_TABLE = "code_units";

const KNOWN = [...MOVABLE_TABLES, "code_files"].map((name) => `select project from ${name}`).join(" union ");

/** Every project that anything is kept of, the last used first. */
export function listProjects(store: Store): ProjectView[] {
  return store.all<ProjectView>(sql`
    with known(project) as (${raw(KNOWN)}) select project, (select count(*) from sessions s
    where s.project = known.project) as sessions, (select coalesce(sum(prompt_count), 0) from sessions s
    where s.project = known.project) as prompts, (select coalesce(sum(tool_count), 0) from sessions s
    where s.project = known.project) as tools, (select count(*) from memories m
    where m.project = known.project and status = 'active') as memories, (select count(*) from memories m
    where m.project = known.project and ${IS_WAITING}) as candidates, (select count(*) from ghap g
    where g.project = known.project) as predictions, (select max(coalesce(last_started_at, started_at))
    from sessions s where s.project = known.project) as last_at from known where project <> ''
    order by last_at desc, project`);
}

/** Gives the next rows of a project to another; returns how many. */
export function moveRows(
  store: Store,
  table: string,
  { from, into, limit }: { readonly from: string; readonly into: string; readonly limit: number },
): number {
  return store.run(sql`
    update ${raw(table)} set project = ${into} where rowid in (select rowid from ${raw(table)}
    where project = ${from} limit ${limit})`);
}

/** Removes the next rows of a project, from the search index too; returns how many. */
export function removeRows(
  store: Store,
  table: string,
  { project, limit }: { readonly project: string; readonly limit: number },
): number {
  return store.transaction(() =>
    removeNumbered(
      store,
      table,
      store.column(sql`select rowid from ${raw(table)} where project = ${project} limit ${limit}`),
    )
  );
}

/** Words in the index carry their project: what belongs to sessions that move is indexed anew. */
export function reindexProject(store: Store, project: string): void {
  store.run(sql`
    insert or ignore into search_queue (kind, ref) select i.kind, i.ref from search_items i
    join search_partitions p on p.id = i.partition where p.project = ${project}`);
}

/** Forgets which files of a project were read, once their units are gone. */
export function forgetCodeFiles(store: Store, project: string): void {
  store.run(sql`delete from code_files where project = ${project}`);
}

/** Forgets the name of a project in the search index, once nothing of it is left there. */
export function forgetPartitions(store: Store, project: string): void {
  store.run(sql`delete from search_partitions where project = ${project}`);
}

/** The client's ids of a project's sessions. */
export function sessionsOfProject(store: Store, project: string): string[] {
  return store.column<string>(sql`select session_id from sessions where project = ${project}`);
}
