import { unindexItems } from "./search/index_items.ts";
import type { Store } from "./store.ts";

/** A project, and how much is kept of it. */
export interface ProjectView {
  readonly project: string;
  readonly sessions: number;
  readonly prompts: number;
  readonly tools: number;
  /** Those in use. */
  readonly memories: number;
  readonly predictions: number;
  /** ISO 8601; `null` where nothing but memories is known. */
  readonly last_at: string | null;
}

/** Every project that anything is kept of, the last used first. */
export function listProjects(store: Store): ProjectView[] {
  return store.all<ProjectView>(
    `with known(project) as (select project from sessions union select project from memories where project <> ''
       union select project from ghap)
     select project,
       (select count(*) from sessions s where s.project = known.project) as sessions,
       (select coalesce(sum(prompt_count), 0) from sessions s where s.project = known.project) as prompts,
       (select coalesce(sum(tool_count), 0) from sessions s where s.project = known.project) as tools,
       (select count(*) from memories m where m.project = known.project and status = 'active') as memories,
       (select count(*) from ghap g where g.project = known.project) as predictions,
       (select max(coalesce(last_started_at, started_at)) from sessions s where s.project = known.project) as last_at
     from known order by last_at desc, project`,
  );
}

/** Every table that says which project its rows are of. */
const OF_A_PROJECT = [
  "sessions",
  "memories",
  "ghap",
  "project_values",
  "silent_saves",
  "scratchpads",
] as const;

/** Gives everything of one project to another; returns how many sessions. In the caller's transaction. */
export function mergeProjects(store: Store, from: string, into: string): number {
  removeCode(store, from); // its paths mean files of the other folder; `mneme index` reads the new one
  requeue(store, from);
  let sessions = 0;
  for (const table of OF_A_PROJECT) {
    const changed = store.run(`update ${table} set project = ? where project = ?`, into, from);
    if (table === "sessions") sessions = changed;
  }
  store.run("delete from search_partitions where project = ?", from);
  return sessions;
}

/** Words in the index carry their project: what moves is indexed anew. */
function requeue(store: Store, project: string): void {
  store.run(
    `insert or ignore into search_queue (kind, ref) select i.kind, i.ref from search_items i
     join search_partitions p on p.id = i.partition where p.project = ?`,
    project,
  );
  store.run(
    "delete from search_items where partition in (select id from search_partitions where project = ?)",
    project,
  );
}

/** The client's ids of a project's sessions. */
export function sessionsOfProject(store: Store, project: string): string[] {
  return store.all<{ session_id: string }>("select session_id from sessions where project = ?", project)
    .map(({ session_id }) => session_id);
}

/**
 * Removes all that is left of a project once its sessions' details are gone: memories, lessons, values, code, notes
 * of agents and the sessions themselves. In the caller's transaction.
 */
export function removeProject(store: Store, project: string): void {
  removeCode(store, project);
  unindexItems(store, "session", idsOf(store, "sessions", project));
  unindexItems(store, "scratchpad", idsOf(store, "scratchpads", project));
  for (const table of OF_A_PROJECT) store.run(`delete from ${table} where project = ?`, project);
  store.run("delete from search_partitions where project = ?", project);
}

function removeCode(store: Store, project: string): void {
  unindexItems(store, "code", idsOf(store, "code_units", project));
  store.run("delete from code_units where project = ?", project);
  store.run("delete from code_files where project = ?", project);
}

function idsOf(store: Store, table: "sessions" | "scratchpads" | "code_units", project: string): number[] {
  return store.all<{ id: number }>(`select id from ${table} where project = ?`, project).map(({ id }) => id);
}
