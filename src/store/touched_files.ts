import type { Store } from "./store.ts";

/** A file that a session has written, and the project of that session. */
export interface TouchedFile {
  readonly project: string;
  /** Absolute. */
  readonly file: string;
}

/** Older ones were looked at when they were new. */
const LATEST_CAPTURES = 5000;

/** Files that sessions have written since, in projects whose code is indexed; the latest captures alone are read. */
export function touchedCodeFiles(store: Store, since: string, limit: number): TouchedFile[] {
  if (store.first("select 1 from code_files limit 1") === undefined) return [];
  return store.all<TouchedFile>(
    `select distinct s.project, f.value as file
     from pending_queue q join sessions s using (session_id), json_each(q.files_touched) f
     where q.id > (select max(id) from pending_queue) - ? and q.created_at >= ?
       and q.tool_name in ('Write', 'Edit', 'MultiEdit', 'NotebookEdit')
       and exists (select 1 from code_files where project = s.project)
     limit ?`,
    LATEST_CAPTURES,
    since,
    limit,
  );
}
