import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { previewStore } from "../../store/replay_preview.ts";
import type { Store } from "../../store/store.ts";
import { StoreError } from "../../store/store_error.ts";
import { requirePaths } from "../data_folder.ts";
import { commandLog, HINTS, openHome } from "../prepare_home.ts";
import { bringBackDamaged } from "../process/bring_back_damaged.ts";
import { indexSearch } from "../process/index_search.ts";
import { Workload } from "../process/workload.ts";
import { ProgressBar } from "../progress_bar.ts";
import { readStore } from "../read_store.ts";
import { Places } from "./places.ts";
import { replayFiles, type ReplayOptions } from "./replay.ts";
import { lockReplay } from "./replay_lock.ts";
import type { Tally } from "./tally.ts";
import type { TranscriptFile } from "./transcript_files.ts";

/** What a person may choose. */
export interface RunOptions extends Pick<ReplayOptions, "since" | "hasCandidates" | "isPreview" | "isAgain"> {
  readonly project: string | undefined;
}

/** What is not indexed by then is left to `mneme process`. */
const INDEX_BOUNDS = { maxMs: 60_000 };

/**
 * Replays the files into the database, or into a copy of what it knows where nothing is to be written. What was said
 * can be searched when it ends; a `UserError` where the database cannot be used.
 */
export async function runReplay(files: readonly TranscriptFile[], options: RunOptions): Promise<Tally> {
  const paths = requirePaths();
  using _lock = options.isPreview ? undefined : await lockReplay(paths);
  using store = options.isPreview ? previewOf(paths) : openHome().store;
  store.beforeClose(() => {}); // it indexes in portions; all at once would keep hooks waiting
  const places = new Places(paths, { project: options.project, now: Date.now() });
  try {
    if (!options.isPreview) await bringBack(store, paths);
    const tally = await replayShown(files, { ...options, store, places });
    if (options.isPreview) return tally;
    await indexSearch(store, new Workload(store, INDEX_BOUNDS));
    store.checkpoint("truncate");
    return tally;
  } catch (error) {
    throw error instanceof StoreError ? hinted(error) : error;
  }
}

/** First, as a replay would make anew what it does not find, and the old rows would come beside it. */
async function bringBack(store: Store, paths: Paths): Promise<void> {
  const workload = new Workload(store, { maxMs: Infinity });
  await bringBackDamaged(store, paths, { workload, log: commandLog(paths) });
}

async function replayShown(
  files: readonly TranscriptFile[],
  options: Omit<ReplayOptions, "onProgress">,
): Promise<Tally> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  using bar = new ProgressBar(options.isPreview ? "Looking" : "Replaying", total);
  return await replayFiles(files, { ...options, onProgress: (done) => bar.update(done) });
}

/** What is known already decides what would be new. */
function previewOf(paths: Paths): Store {
  return readStore(paths, previewStore, undefined) ?? previewStore(undefined);
}

function hinted(fault: StoreError): UserError {
  return new UserError(`Cannot replay: ${fault.message}`, {
    hint: fault.fault === "busy" ? "replay again: it goes on where it stopped" : HINTS[fault.fault],
    cause: fault,
  });
}
