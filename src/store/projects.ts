// Projects as a whole, for `mneme projects` and sync.
import { IS_WAITING } from "./memories.ts";
import { comparableText, storeValue, valueByRow } from "./project_values.ts";
import { removeNumbered } from "./removal.ts";
import { join, raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";

export type ProjectView =
  & Readonly<
    Record<"sessions" | "prompts" | "tools" | "memories" | "candidates" | "predictions", number>
  >
  & {
    readonly project: string;
    /** The last time that a session was started or resumed, ISO 8601; `null` without a session. */
    readonly last_at: string | null;
  };

/** Tables that follow a renamed project; sessions last, so that an interrupted run finds the project again. */
export const MOVABLE_TABLES: readonly string[] =
  "memories ghap project_values silent_saves scratchpads sessions".split(" ");

const KNOWN = [...MOVABLE_TABLES, "code_files", "not_here"].map((name) =>
  sql`select project from ${raw(name)}`
);

export function listProjects(store: Store): ProjectView[] {
  return store.all<ProjectView>(sql`
    with known(project) as (${join(KNOWN, sql` union `)}) select project, count(s.id) as sessions,
    coalesce(sum(prompt_count), 0) as prompts, coalesce(sum(tool_count), 0) as tools,
    (select count(*) from memories m where m.project = known.project and status = 'active') as memories,
    (select count(*) from memories m where m.project = known.project and ${IS_WAITING}) as candidates,
    (select count(*) from ghap g where g.project = known.project) as predictions,
    max(coalesce(last_started_at, started_at)) as last_at from known left join sessions s using (project)
    where project <> '' group by project order by last_at desc, project`);
}

/** Removes the next `limit` rows of a project, also from the search index; returns the number of rows. */
export function removeRows(store: Store, table: string, project: string, limit: number): number {
  const rows = sql`select rowid from ${raw(table)} where project = ${project} limit ${limit}`;
  return store.transaction(() => removeNumbered(store, table, store.column(rows)));
}

/** Queues all items of a project for the index, because indexed words hold the number of its partition. */
function reindexProject(store: Store, project: string): void {
  store.run(sql`
    insert or ignore into search_queue (kind, ref) select i.kind, i.ref from search_items i
    join search_partitions p on p.id = i.partition where p.project = ${project}`);
}

/**
 * Gives a project's items to another one, `limit` rows in a transaction, with a pause (`rest`) after each.
 * Leaves the indexed code, whose paths are in the old folder. After a kill it can run again.
 */
export async function moveItems(
  store: Store,
  { from, into, limit }: { readonly from: string; readonly into: string; readonly limit: number },
  rest: () => Promise<void>,
): Promise<void> {
  reindexProject(store, from);
  store.run(sql`update or replace not_here set project = ${into} where project = ${from}`);
  for (const table of MOVABLE_TABLES.map(raw)) {
    const next = sql`select rowid from ${table} where project = ${from} limit ${limit}`;
    while (store.run(sql`update ${table} set project = ${into} where rowid in (${next})`) > 0) await rest();
  }
  reindexProject(store, from); // rows may have been indexed again meanwhile
}

/** Merges the values that both projects have into those of `into`, and removes them from `from`. */
export function uniteValues(store: Store, from: string, into: string): void {
  const equal = sql`
    select v.id from project_values v join project_values other on other.project = ${into}
    and ${comparableText(sql`other.text`)} = ${comparableText(sql`v.text`)} where v.project = ${from}`;
  store.transaction(() => {
    for (const id of new Set(store.column<number>(equal))) {
      const { text, sources, recall_when: recallWhen, last_used_at, created_at } = valueByRow(store, id)!;
      storeValue(store, { project: into, text, sources, recallWhen }, last_used_at ?? created_at);
      removeNumbered(store, "project_values", [id]);
    }
  });
}

/** Removes all rows of a project from `tables`, which hold no items. */
export function removeAllRows(store: Store, project: string, ...tables: readonly string[]): void {
  for (const table of tables) store.run(sql`delete from ${raw(table)} where project = ${project}`);
}

export function sessionsOfProject(store: Store, project: string): string[] {
  return store.column<string>(sql`select session_id from sessions where project = ${project}`);
}

/** Returns sessions from another folder, such as a worktree: a replay may take a removed worktree for a project. */
export function sessionsFromElsewhere(store: Store, project: string): string[] {
  return store.column<string>(sql`
    select session_id from sessions where project = ${project} and cwd is not project`);
}
