import type { Settings } from "../core/settings.ts";
import { type CachedConfig, isStale, readCachedConfig } from "../host/config_cache.ts";
import type { Paths } from "../host/paths.ts";
import { asStoreError } from "../store/store_error.ts";
import type { LogFunction, Preparation, Prepared } from "./hook_run.ts";
import { prepareHome } from "./prepare_home.ts";

/** Compiles the YAML files of a project into its cache. Loaded only when one of them has changed. */
export type ConfigCompiler = (paths: Paths, project: string) => Promise<CachedConfig>;

/** More would make a session wait; the rest is for `mneme process`. */
const DRAIN_LIMIT = 200;

/** What session start does before anything else: configuration, folder, schema, spool. */
export function prepareSession(compile: ConfigCompiler): Preparation {
  return async (paths, project, log): Promise<Prepared> => {
    const { settings, problems } = await refreshConfig(compile, paths, { project, log });
    const { store, notices } = prepareStore(paths, log);
    return { settings, store, notices: [...problems, ...notices] };
  };
}

async function refreshConfig(
  compile: ConfigCompiler,
  paths: Paths,
  options: { readonly project: string; readonly log: LogFunction },
): Promise<{ settings: Settings | undefined; problems: readonly string[] }> {
  const cached = readCachedConfig(paths, options.project);
  try {
    if (!isStale(cached, paths, options.project)) return { settings: cached?.settings, problems: [] };
    const fresh = await compile(paths, options.project);
    for (const problem of fresh.problems) options.log("failure", problem);
    const told = fresh.problems.length === 0
      ? []
      : [`${fresh.problems[0]} (the last good value holds; \`mneme config check\`)`];
    return { settings: fresh.settings, problems: told };
  } catch (error) {
    options.log("failure", `Cannot compile the configuration: ${error}`);
    return { settings: cached?.settings, problems: [] };
  }
}

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
