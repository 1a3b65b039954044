import { dirname } from "node:path";
import { hasOwnHooks } from "../clients/client_steps.ts";
import { openHome, requirePaths } from "../frame/home.ts";
import { isThere } from "../frame/is_there.ts";
import { keepPrunedUntil } from "../keeping/apply_retention.ts";
import { requireLock } from "../frame/locks.ts";
import { indexSearch, Workload } from "../frame/workload.ts";
import { progressBar } from "../frame/output.ts";
import { replayFile } from "./file_replay.ts";
import { findPlaces } from "./places.ts";
import type { ReplayRun } from "./session_replay.ts";
import { newTally } from "./record_batch.ts";
import { findTranscripts, historyPlaces, type TranscriptFile } from "./transcript_files.ts";
import { forgetGap, readGap } from "../../machine/daily_backups.ts";
import type { Paths } from "../../machine/paths.ts";
import { KnownRows, replayedFile } from "../../store/replay.ts";
import type { Store } from "../../store/store.ts";
import { StoreError } from "../../store/store_error.ts";

/** The longest wait for the lock: most runs of `mneme process` after a session are shorter. */
const LONGEST_WAIT_MS = 3000;

interface Choice extends Pick<ReplayRun, "since" | "hasCandidates"> {
  /** True to read again the files that have not changed since they were replayed. */
  readonly isAgain: boolean;
}

/** Replays the files into the database, and indexes the new texts. */
export async function runReplay(
  files: readonly TranscriptFile[],
  { project, ...choice }: Choice & { readonly project: string | undefined },
) {
  const paths = requirePaths();
  using _lock = await requireLock(paths, "replay", LONGEST_WAIT_MS); // rows of others would be counted as new
  using store = openHome().store;
  store.beforeClose(() => {}); // `indexSearch` indexes in portions below
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  using bar = progressBar("Replaying", bytes);
  const places = findPlaces(paths, { wanted: project, isAgain: choice.isAgain });
  const tally = replayFiles(files, { ...choice, store, places, onProgress: (done) => bar.update(done) });
  await indexSearch(store, new Workload(store, { maxMs: 60_000 })); // `mneme process` indexes the rest
  store.checkpoint("truncate");
  return tally;
}

/** The length of the write-ahead log, in pages of 4 KiB (16 MiB in all), above which it is moved into the database. */
const MANY_WAL_PAGES = 4096;

/**
 * Replays the files; counts and skips unreadable ones. After a database error, the next replay continues with the same
 * file.
 */
function replayFiles(files: readonly TranscriptFile[], options: Choice & Omit<ReplayRun, "known" | "tally">) {
  const { store } = options;
  const tally = newTally();
  const known = new KnownRows(store);
  let done = 0;
  for (const file of files) {
    if (isDone(store, file, options)) tally.files.unchanged++;
    else {
      try {
        const onProgress = (bytes: number) => options.onProgress(done + bytes);
        replayFile(file, { ...options, known, tally, onProgress });
      } catch (error) {
        // A system error of a single file has a code.
        if (error instanceof StoreError || !(error instanceof Error && "code" in error)) throw error;
        tally.files.unreadable++;
      }
      tally.bytes += file.size;
      if (store.walPages() > MANY_WAL_PAGES) store.checkpoint("passive");
    }
    done += file.size;
    options.onProgress(done);
  }
  return tally;
}

/** Returns true if a file needs no replay: it is unchanged since it was replayed with these options, or is too old. */
function isDone(store: Store, file: TranscriptFile, { since, hasCandidates, isAgain }: Choice): boolean {
  if (since !== undefined && file.mtimeMs < Date.parse(since)) return true;
  const before = isAgain ? undefined : replayedFile(store, file.path);
  if (before === undefined || before.size !== file.size || before.mtimeMs !== file.mtimeMs) return false;
  if (hasCandidates && !before.hasCandidates) return false;
  return before.since === null || (since !== undefined && before.since <= since);
}

/** The most time between the client's timestamp of an event and the hook's. */
const MARGIN_MS = 60_000;

/**
 * Reads from transcripts what the database lacks since a backup replaced a damaged database: prompts, calls,
 * answers, candidates, and memories that agents saved after the backup. Returns the number of new prompts, calls
 * and memories. A killed run is repeated by the next one without duplicates. Without a backup no memory is saved
 * again, as it is not known which were forgotten.
 */
export function fillGap(store: Store, paths: Paths, transcript?: string): number {
  const gap = readGap(paths);
  if (gap === undefined) return 0;
  keepPrunedUntil(paths, 0); // rows of the backup have to be pruned again
  // The client's other transcripts are in the folders beside this one. A client without mneme's hooks has lost nothing.
  const named = transcript === undefined ? [] : [dirname(dirname(transcript))];
  const places = [...named, ...historyPlaces("all", hasOwnHooks)].filter(isThere);
  const tally = replayFiles(findTranscripts(places).files, {
    store,
    places: findPlaces(paths),
    since: new Date(Date.parse(gap.since) - MARGIN_MS).toISOString(),
    savedUntil: gap.hasBackup ? gap.until : undefined,
    hasCandidates: true,
    isAgain: false,
    onProgress: () => {},
  });
  if (readGap(paths)?.until === gap.until) forgetGap(paths); // otherwise the database was damaged again meanwhile
  return tally.prompts + tally.captures + tally.memories;
}
