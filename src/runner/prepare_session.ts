import { isCompiled } from "../host/compiled_config.ts";
import type { Paths } from "../host/paths.ts";
import { findProject } from "../host/project.ts";
import { isAnyQueued } from "../store/search/queue.ts";
import type { Store } from "../store/store.ts";
import { asStoreError } from "../store/store_error.ts";
import type { LogFunction, Preparation, Prepared } from "./hook_run.ts";
import { openPrepared } from "./open_prepared.ts";
import type { ConfigCompiler, refreshConfig } from "./refresh_config.ts";

/** As many as are indexed while another hook waits for the lock; the rest is for `mneme process`. */
const INDEX_LIMIT = 40;

/**
 * What session start does before anything else: configuration, folder, schema, spool. Mostly all of it is in order,
 * and what would put it in order is not even loaded.
 */
export function prepareSession(compile: ConfigCompiler): Preparation {
  return async (paths, place, log): Promise<Prepared> => {
    const project = findProject(place.folder);
    const { settings, problems } = isCompiled(paths, place.folder, project)
      ? { settings: place.settings, problems: [] }
      : await refresh(compile, paths, { folder: place.folder, project, log });
    const ready = openPrepared(paths);
    const { store, notices } = ready === undefined
      ? await prepare(paths, log)
      : { store: ready, notices: [] };
    if (store !== undefined) await indexChanged(store, log);
    return { project, settings, store, notices: [...problems, ...notices] };
  };
}

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

async function refresh(...words: Parameters<typeof refreshConfig>): ReturnType<typeof refreshConfig> {
  const { refreshConfig } = await import("./refresh_config.ts");
  return refreshConfig(...words);
}

async function prepare(paths: Paths, log: LogFunction): Promise<Pick<Prepared, "store" | "notices">> {
  const { prepareStore } = await import("./prepare_store.ts");
  return prepareStore(paths, log);
}
