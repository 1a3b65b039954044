import { fileKey } from "../base/hash.ts";
import { withSlashes } from "../base/slashes.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The newest session that changed a file for a reason that is known. */
export interface FileChange {
  /** The id of what tells the reason: a repair or an observation. */
  readonly reason: string;
  /** The number of the session. */
  readonly session: number;
  /** ISO 8601. */
  readonly at: string;
}

/** By what a file is looked up: says nothing of its path. */
export function pathKey(path: string): string {
  return fileKey(withSlashes(path));
}

/** One look into an index; `undefined` where no other session of the project has changed the file for a reason. */
export function lastChange(
  store: Store,
  path: string,
  { sessionId, project }: { readonly sessionId: string; readonly project: string },
): FileChange | undefined {
  return store.first<FileChange>(sql`
    select reason, s.id as session, c.created_at as at from file_changes c join sessions s using (session_id)
    where file = ${pathKey(path)} and c.session_id <> ${sessionId} and project = ${project}
    order by c.created_at desc limit 1`);
}
