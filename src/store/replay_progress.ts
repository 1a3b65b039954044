import type { Store } from "./store.ts";

/** How a file was when it was replayed to its end. */
export interface FileProgress {
  readonly size: number;
  readonly mtimeMs: number;
  /** Rows before this moment were left out; `null`: none. */
  readonly since: string | null;
  readonly hasCandidates: boolean;
}

/**
 * In the database and not beside it: a database that is restored or begun afresh then knows by itself what it lacks.
 * All under one name that is no session's, where the index over events finds them.
 */
const SESSION = "history";
const EVENT = "history.file";

/** The files that were replayed, by their paths. */
export function replayedFiles(store: Store): Map<string, FileProgress> {
  const rows = store.all<{ subject: string; data: string }>(
    "select subject, data from event_log where session_id = ? and event = ? and subject is not null",
    SESSION,
    EVENT,
  );
  return new Map(rows.map(({ subject, data }) => [subject, JSON.parse(data) as FileProgress]));
}

/** Notes that a file was replayed to its end. In the caller's transaction. */
export function noteReplayed(store: Store, path: string, progress: FileProgress): void {
  store.run(
    "delete from event_log where session_id = ? and event = ? and subject = ?",
    SESSION,
    EVENT,
    path,
  );
  store.run(
    "insert into event_log (session_id, event, subject, data, created_at) values (?, ?, ?, ?, ?)",
    SESSION,
    EVENT,
    path,
    JSON.stringify(progress),
    new Date(progress.mtimeMs).toISOString(),
  );
}
