import { fileKey } from "../base/hash.ts";
import { withSlashes } from "../base/slashes.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The newest session that changed a file for a known reason. */
export interface FileChange {
  /** The id of the observation that tells the reason. */
  readonly reason: string;
  /** The number of the session. */
  readonly session: number;
  readonly at: string;
}

/** Returns the hash by which a file is looked up, so that the index does not show its path. */
export function pathKey(path: string): string {
  return fileKey(withSlashes(path));
}

/** Looks up, by one index, the last change for a known reason by another session of the project, if any. */
export function lastChange(
  store: Store,
  path: string,
  { sessionId, project }: { readonly sessionId: string; readonly project: string },
): FileChange | undefined {
  return store.first<FileChange>(sql`
    select reason, s.id as session, c.created_at as at from file_changes c join sessions s using (session_id)
    where file = ${pathKey(path)} and c.session_id <> ${sessionId} and project = ${project}
    and reason glob 'o*' -- earlier versions also noted repairs
    order by c.created_at desc limit 1`);
}
