import type { Settings } from "../core/settings.ts";
import { type CachedConfig, isStale, readCachedConfig, writeDefaultCache } from "../host/config_cache.ts";
import type { Paths } from "../host/paths.ts";
import { findProject } from "../host/project.ts";
import { isAnyQueued } from "../store/search/queue.ts";
import type { Store } from "../store/store.ts";
import { asStoreError } from "../store/store_error.ts";
import type { LogFunction, Preparation, Prepared } from "./hook_run.ts";
import type { LaunchPlace } from "./launch_place.ts";
import { prepareHome } from "./prepare_home.ts";

/** Compiles the YAML files of a project into the cache of a launch folder. Loaded only when one has changed. */
export type ConfigCompiler = (paths: Paths, project: string, folder: string) => Promise<CachedConfig>;

/** More would make a session wait; the rest is for `mneme process`. */
const DRAIN_LIMIT = 200;
const INDEX_LIMIT = 200;

/** What session start does before anything else: configuration, folder, schema, spool. */
export function prepareSession(compile: ConfigCompiler): Preparation {
  return async (paths, place, log): Promise<Prepared> => {
    const project = findProject(place.folder);
    const { settings, problems } = await refreshConfig(compile, paths, { ...place, project, log });
    const { store, notices } = prepareStore(paths, log);
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

interface ConfigPlace extends LaunchPlace {
  readonly project: string;
  readonly log: LogFunction;
}

async function refreshConfig(
  compile: ConfigCompiler,
  paths: Paths,
  place: ConfigPlace,
): Promise<{ settings: Settings | undefined; problems: readonly string[] }> {
  const { folder, project, log } = place;
  const cached = readCachedConfig(paths, folder);
  try {
    if (isStale(cached, paths, project)) {
      const { settings, problems } = await compile(paths, project, folder);
      for (const problem of problems) log("failure", problem);
      return { settings, problems: problems.slice(0, 1).map((problem) => problem + PROBLEM_HINT) };
    }
    if (cached?.project !== project) writeDefaultCache(paths, { folder, project });
  } catch (error) {
    log("failure", `Cannot compile the configuration: ${error}`);
  }
  return { settings: cached?.settings, problems: [] };
}

const PROBLEM_HINT = " (the last good value holds; see `mneme config check`)";

function prepareStore(paths: Paths, log: LogFunction): Pick<Prepared, "store" | "notices"> {
  try {
    const { store, drained, setAside } = prepareHome(paths, { drainLimit: DRAIN_LIMIT, log });
    if (drained > 0) log("info", `Drained ${drained} spooled files`);
    const notices = setAside === undefined
      ? []
      : [`the database was damaged and is set aside as ${setAside}`];
    return { store, notices };
  } catch (error) {
    const fault = asStoreError(error);
    log(fault.fault === "busy" ? "debug" : "failure", `Cannot prepare the database: ${fault.message}`);
    const notices = fault.fault === "newer"
      ? ["the database is from a newer mneme; this one only spools. Install the newer one"]
      : [];
    return { store: undefined, notices };
  }
}
