import type { Paths } from "../host/paths.ts";
import { findProject } from "../host/project.ts";
import { isAnyQueued } from "../store/search/queue.ts";
import type { Store } from "../store/store.ts";
import { asStoreError } from "../store/store_error.ts";
import type { LogFunction, Preparation, Prepared } from "./hook_run.ts";
import { openPrepared } from "./open_prepared.ts";
import type { settleConfig } from "./settle_config.ts";

/** As many as are indexed while another hook waits for the lock; the rest is for `mneme process`. */
const INDEX_LIMIT = 40;

/**
 * What session start does before anything else: configuration, folder, schema, spool. Mostly all of it is in order,
 * and what would put it in order is not even loaded.
 */
export const prepareSession: Preparation = async (paths, place, log): Promise<Prepared> => {
  const project = findProject(place.folder);
  const isSettled = place.isCompiled && place.project === project && place.untold.length === 0 &&
    place.shellWord !== undefined;
  const { settings, shellWord, problems } = isSettled
    ? { ...place, problems: [] }
    : await settle(paths, place, { project, log });
  const ready = openPrepared(paths);
  const { store, notices } = ready === undefined ? await prepare(paths, log) : { store: ready, notices: [] };
  if (store !== undefined) await indexChanged(store, log);
  return { project, settings, shellWord, store, notices: [...problems, ...notices] };
};

/** The indexer is loaded only when something waits for it. */
async function indexChanged(store: Store, log: LogFunction): Promise<void> {
  try {
    if (!isAnyQueued(store)) return;
    const { indexQueued } = await import("../store/search/index_items.ts");
    indexQueued(store, INDEX_LIMIT);
  } catch (error) {
    log("debug", `Cannot index what has changed: ${asStoreError(error).message}`);
  }
}

async function settle(...words: Parameters<typeof settleConfig>): ReturnType<typeof settleConfig> {
  const { settleConfig } = await import("./settle_config.ts");
  return settleConfig(...words);
}

async function prepare(paths: Paths, log: LogFunction): Promise<Pick<Prepared, "store" | "notices">> {
  const { prepareStore } = await import("./prepare_store.ts");
  return prepareStore(paths, log);
}
