import { IS_WAITING } from "./memories.ts";
import { type NumberedTable, removeNumbered } from "./remove_rows.ts";
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

/** What is of a project whatever its folder is called. Sessions come last: a killed run is taken up by them. */
export const MOVABLE_TABLES: readonly NumberedTable[] = [
  { name: "memories" },
  { name: "ghap" },
  { name: "project_values" },
  { name: "silent_saves" },
  { name: "scratchpads", kind: "scratchpad" },
  { name: "sessions", kind: "session" },
];

/** What means files of its folder. */
export const CODE_TABLE: NumberedTable = { name: "code_units", kind: "code" };

const KNOWN = [...MOVABLE_TABLES.map(({ name }) => name), "code_files"]
  .map((name) => `select project from ${name}`).join(" union ");

/** Every project that anything is kept of, the last used first. */
export function listProjects(store: Store): ProjectView[] {
  return store.all<ProjectView>(
    `with known(project) as (${KNOWN}) select project,
       (select count(*) from sessions s where s.project = known.project) as sessions,
       (select coalesce(sum(prompt_count), 0) from sessions s where s.project = known.project) as prompts,
       (select coalesce(sum(tool_count), 0) from sessions s where s.project = known.project) as tools,
       (select count(*) from memories m where m.project = known.project and status = 'active') as memories,
       (select count(*) from memories m where m.project = known.project and ${IS_WAITING}) as candidates,
       (select count(*) from ghap g where g.project = known.project) as predictions,
       (select max(coalesce(last_started_at, started_at)) from sessions s where s.project = known.project) as last_at
     from known where project <> '' order by last_at desc, project`,
  );
}

/** Gives the next rows of a project to another; returns how many. */
export function moveRows(
  store: Store,
  { name }: NumberedTable,
  { from, into, limit }: { readonly from: string; readonly into: string; readonly limit: number },
): number {
  return store.run(
    `update ${name} set project = ? where rowid in (select rowid from ${name} where project = ? limit ?)`,
    into,
    from,
    limit,
  );
}

/** Removes the next rows of a project, from the search index too; returns how many. */
export function removeRows(
  store: Store,
  table: NumberedTable,
  { project, limit }: { readonly project: string; readonly limit: number },
): number {
  return store.transaction(() => {
    const ids = store.all<{ id: number }>(
      `select rowid as id from ${table.name} where project = ? limit ?`,
      project,
      limit,
    ).map(({ id }) => id);
    return removeNumbered(store, table, ids);
  });
}

/** Words in the index carry their project: what belongs to sessions that move is indexed anew. */
export function reindexProject(store: Store, project: string): void {
  store.run(
    `insert or ignore into search_queue (kind, ref) select i.kind, i.ref from search_items i
     join search_partitions p on p.id = i.partition where p.project = ?`,
    project,
  );
}

/** Forgets which files of a project were read, once their units are gone. */
export function forgetCodeFiles(store: Store, project: string): void {
  store.run("delete from code_files where project = ?", project);
}

/** Forgets the name of a project in the search index, once nothing of it is left there. */
export function forgetPartitions(store: Store, project: string): void {
  store.run("delete from search_partitions where project = ?", project);
}

/** The client's ids of a project's sessions. */
export function sessionsOfProject(store: Store, project: string): string[] {
  return store.all<{ session_id: string }>("select session_id from sessions where project = ?", project)
    .map(({ session_id }) => session_id);
}
