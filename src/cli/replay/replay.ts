import { StoreError } from "../../store/store_error.ts";
import { KnownRows } from "../../store/replay_known.ts";
import { type FileProgress, replayedFile } from "../../store/replay_progress.ts";
import type { Store } from "../../store/store.ts";
import { replayFile } from "./file_replay.ts";
import type { Places } from "./places.ts";
import { newTally, type Tally } from "./tally.ts";
import type { TranscriptFile } from "./transcript_files.ts";

export interface ReplayOptions {
  readonly store: Store;
  readonly places: Places;
  /** ISO 8601; what was before is not kept. */
  readonly since: string | undefined;
  readonly hasCandidates: boolean;
  readonly isPreview: boolean;
  /** Reads files again that have not changed since they were replayed. */
  readonly isAgain: boolean;
  /** Told how much of all is done, in bytes. */
  readonly onProgress: (done: number) => void;
}

/** Over this many pages of write-ahead log (16 MB) it is brought into the database. */
const MANY_WAL_PAGES = 4096;

/**
 * Replays the files one after the other. One that cannot be read is counted and keeps nothing from being read; a
 * failing database ends it, and the next replay goes on where this one stopped.
 */
export async function replayFiles(files: readonly TranscriptFile[], options: ReplayOptions): Promise<Tally> {
  const { store } = options;
  const tally = newTally();
  const known = new KnownRows(store);
  let done = 0;
  for (const file of files) {
    const before = options.isAgain ? undefined : replayedFile(store, file.path);
    if (isDone(file, before, options)) tally.files.unchanged++;
    else {
      const onProgress = (bytes: number) => options.onProgress(done + bytes);
      await replayReadable(file, { ...options, known, tally, onProgress });
      tally.bytes += file.size;
      if (!options.isPreview && store.walPages() > MANY_WAL_PAGES) store.checkpoint("passive");
    }
    done += file.size;
    options.onProgress(done);
  }
  return tally;
}

async function replayReadable(
  file: TranscriptFile,
  run: Parameters<typeof replayFile>[1],
): Promise<void> {
  try {
    await replayFile(file, run);
  } catch (error) {
    if (!isOfFile(error)) throw error;
    run.tally.files.unreadable++;
  }
}

/** The system's complaints have a code and are of the file; the database has its own kind of error. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && !(error instanceof StoreError) && "code" in error;
}

/** What was left out the last time may be wanted now. */
function isDone(
  file: TranscriptFile,
  before: FileProgress | undefined,
  { since, hasCandidates }: ReplayOptions,
): boolean {
  if (since !== undefined && file.mtimeMs < Date.parse(since)) return true;
  if (before === undefined || before.size !== file.size || before.mtimeMs !== file.mtimeMs) return false;
  if (hasCandidates && !before.hasCandidates) return false;
  return before.since === null || (since !== undefined && before.since <= since);
}
