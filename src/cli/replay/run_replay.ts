import { dirname } from "node:path";
import { UserError } from "../../base/user_error.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { isThere } from "../frame/is_there.ts";
import { openHome, readStore } from "../frame/prepare_home.ts";
import { keepPrunedUntil } from "../keeping/apply_retention.ts";
import { indexSearch, lockInTurn, Workload } from "../frame/workload.ts";
import { ProgressBar } from "../frame/progress_bar.ts";
import { replayFile } from "./file_replay.ts";
import { findPlaces } from "./places.ts";
import type { ReplayRun } from "./session_replay.ts";
import { newTally, type Tally } from "./tally.ts";
import { findTranscripts, historyPlaces, type TranscriptFile } from "./transcript_files.ts";
import { forgetGap, readGap } from "../../machine/daily_backups.ts";
import { ensurePrivateFolder } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { KnownRows, previewStore, replayedFile } from "../../store/replay_progress.ts";
import type { Store } from "../../store/store.ts";
import { StoreError } from "../../store/store_error.ts";

/** Items that are not indexed by then are left to `mneme process`. */
const INDEX_BOUNDS = { maxMs: 60_000 };
/** A run that a session's end has just started is mostly over in less. */
const LONGEST_WAIT_MS = 3000;

interface Choice extends Pick<ReplayRun, "since" | "hasCandidates" | "isPreview"> {
  /** Files are read again that have not changed since they were replayed. */
  readonly isAgain: boolean;
}

/**
 * Replays the files into the database, or into a copy of what it knows where nothing is to be written. What was said
 * can be searched when it ends; a `UserError` where the database cannot be used.
 */
export async function runReplay(
  files: readonly TranscriptFile[],
  { project, ...choice }: Choice & { readonly project: string | undefined },
): Promise<Tally> {
  const paths = requirePaths();
  using _lock = choice.isPreview ? undefined : await lockReplay(paths);
  using store = choice.isPreview ? readStore(paths, previewStore) : openHome().store;
  store.beforeClose(() => {}); // it indexes in portions; all at once would keep hooks waiting
  using bar = new ProgressBar(
    choice.isPreview ? "Looking" : "Replaying",
    files.reduce((sum, { size }) => sum + size, 0),
  );
  const places = findPlaces(paths, project);
  const tally = replayFiles(files, { ...choice, store, places, onProgress: (done) => bar.update(done) });
  if (choice.isPreview) return tally;
  await indexSearch(store, new Workload(store, INDEX_BOUNDS));
  store.checkpoint("truncate");
  return tally;
}

/** Lets one replay work at a time, and none beside `mneme process`: what the other one keeps would be taken for new. */
async function lockReplay(paths: Paths): Promise<Disposable> {
  ensurePrivateFolder(paths.state);
  const lock = await lockInTurn(paths, LONGEST_WAIT_MS);
  if (lock !== undefined) return lock;
  throw new UserError("Cannot replay: another `mneme replay` or `mneme process` is at work", {
    hint: "try again in a moment",
  });
}

/** Over this many pages of write-ahead log (16 MB) it is brought into the database. */
const MANY_WAL_PAGES = 4096;

/**
 * Replays the files one after the other. One that cannot be read is counted and keeps nothing from being read; a
 * failing database ends it, and the next replay goes on where this one stopped.
 */
function replayFiles(
  files: readonly TranscriptFile[],
  options: Choice & Omit<ReplayRun, "known" | "tally">,
): Tally {
  const { store } = options;
  const tally = newTally();
  const known = new KnownRows(store);
  let done = 0;
  for (const file of files) {
    if (isDone(store, file, options)) tally.files.unchanged++;
    else {
      try {
        replayFile(file, {
          ...options,
          known,
          tally,
          onProgress: (bytes) => options.onProgress(done + bytes),
        });
      } catch (error) {
        if (!isOfFile(error)) throw error;
        tally.files.unreadable++;
      }
      tally.bytes += file.size;
      if (!options.isPreview && store.walPages() > MANY_WAL_PAGES) store.checkpoint("passive");
    }
    done += file.size;
    options.onProgress(done);
  }
  return tally;
}

/** The system's complaints have a code and are of the file; the database has its own kind of error. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && !(error instanceof StoreError) && "code" in error;
}

/** A file that was left out the last time may be wanted now. */
function isDone(store: Store, file: TranscriptFile, { since, hasCandidates, isAgain }: Choice): boolean {
  if (since !== undefined && file.mtimeMs < Date.parse(since)) return true;
  const before = isAgain ? undefined : replayedFile(store, file.path);
  if (before === undefined || before.size !== file.size || before.mtimeMs !== file.mtimeMs) return false;
  if (hasCandidates && !before.hasCandidates) return false;
  return before.since === null || (since !== undefined && before.since <= since);
}

/** The client and the hooks note the same event some moments apart. */
const MARGIN_MS = 60_000;

/**
 * Reads from the client's transcripts what the database lacks since it was damaged and a backup took its place: prompts,
 * calls, answers, candidates, and the memories that agents have saved meanwhile. Returns how many rows are new. Who is
 * killed leaves it to the next run, which brings nothing twice. Without a backup no memory is saved again, as nobody
 * knows which of them were forgotten since.
 */
export function fillGap(store: Store, paths: Paths, transcript?: string): number {
  const gap = readGap(paths);
  if (gap === undefined) return 0;
  keepPrunedUntil(paths, 0); // what came back with the backup has yet to be looked through
  // Beside the transcript that ends lie the others of its client; what other clients keep is where it always is.
  const named = transcript === undefined ? [] : [dirname(dirname(transcript))];
  const places = [...named, ...historyPlaces("all")].filter(isThere);
  const tally = replayFiles(findTranscripts(places).files, {
    store,
    places: findPlaces(paths),
    since: new Date(Date.parse(gap.since) - MARGIN_MS).toISOString(),
    savedUntil: gap.hasBackup ? gap.until : undefined,
    hasCandidates: true,
    isPreview: false,
    isAgain: false,
    onProgress: () => {},
  });
  if (readGap(paths)?.until === gap.until) forgetGap(paths); // else it was damaged again meanwhile
  return tally.prompts + tally.captures + tally.memories;
}
