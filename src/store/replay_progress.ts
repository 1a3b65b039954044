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
 * Each file has a name that no session has, by which the index over events finds it however many there are.
 */
export const REPLAYED_FILE = "history.file";

/** How this file was replayed; `undefined` where it never was, to its end. */
export function replayedFile(store: Store, path: string): FileProgress | undefined {
  const row = store.first<{ data: string }>(
    "select data from event_log where session_id = ? and event = ? and subject is not null limit 1",
    nameOf(path),
    REPLAYED_FILE,
  );
  return row === undefined ? undefined : JSON.parse(row.data) as FileProgress;
}

/** Notes that a file was replayed to its end. In the caller's transaction. */
export function noteReplayed(store: Store, path: string, progress: FileProgress): void {
  const name = nameOf(path);
  store.run(
    "delete from event_log where session_id = ? and event = ? and subject is not null",
    name,
    REPLAYED_FILE,
  );
  store.run(
    "insert into event_log (session_id, event, subject, data, created_at) values (?, ?, ?, ?, ?)",
    name,
    REPLAYED_FILE,
    path,
    JSON.stringify(progress),
    new Date(progress.mtimeMs).toISOString(),
  );
}

function nameOf(path: string): string {
  return `history ${path}`;
}
