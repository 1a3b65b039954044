import type { Settings } from "../core/settings.ts";
import { type CachedConfig, isStale, readCachedConfig, writeDefaultCache } from "../host/config_cache.ts";
import { mnemeCommand } from "../host/mneme_command.ts";
import type { Paths } from "../host/paths.ts";
import type { LogFunction } from "./hook_run.ts";

/** Compiles the YAML files of a project into the cache of a launch folder. Loaded only when one has changed. */
export type ConfigCompiler = (paths: Paths, project: string, folder: string) => Promise<CachedConfig>;

/** Where the client was started, and the project that this belongs to. */
export interface ConfigPlace {
  readonly folder: string;
  readonly project: string;
  readonly log: LogFunction;
}

/** Compiles the configuration where a file has changed, and leaves one for the other hooks where there is none. */
export async function refreshConfig(
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
      return { settings, problems: problems.slice(0, 1).map((problem) => problem + hint()) };
    }
    if (cached?.project !== project) writeDefaultCache(paths, { folder, project });
  } catch (error) {
    log("failure", `Cannot compile the configuration: ${error}`);
  }
  return { settings: cached?.settings, problems: [] };
}

function hint(): string {
  return ` (the last good value holds; see \`${mnemeCommand()} config check\`)`;
}
