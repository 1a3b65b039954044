import type { Settings } from "../core/settings.ts";
import { amendCache, writeDefaultCache } from "../host/config_cache.ts";
import { mnemeCommand } from "../host/mneme_command.ts";
import type { Paths } from "../host/paths.ts";
import { findShellWord, type ShellWord } from "../host/shell_word.ts";
import { isAnySource } from "../host/source_stamps.ts";
import type { LogFunction } from "./hook_run.ts";
import type { LaunchPlace } from "./launch_place.ts";
import { refreshConfig } from "./refresh_config.ts";

export interface Settled {
  readonly settings: Settings;
  readonly shellWord: ShellWord;
  /** What the user is told: the first thing that is wrong, and no session start has said yet. */
  readonly problems: readonly string[];
}

/**
 * Leaves a configuration for the other hooks where there is none for this project, with how `mneme` is typed, and says
 * once what is wrong with it.
 */
export async function settleConfig(
  paths: Paths,
  place: LaunchPlace,
  { project, log }: { readonly project: string; readonly log: LogFunction },
): Promise<Settled> {
  const { folder } = place;
  const { settings, untold, isCompiled } = place.project === project
    ? place
    : await refreshConfig(paths, folder, undefined);
  const shellWord = findShellWord();
  for (const problem of untold) log("failure", problem);
  try {
    if (!isCompiled && !isAnySource(paths, project)) writeDefaultCache(paths, { folder, project });
    amendCache(paths, folder, { shellWord, ...(untold.length === 0 ? {} : { isTold: true }) });
  } catch (error) {
    log("failure", `Cannot write the compiled configuration: ${error}`);
  }
  const hint = ` (the last good value holds; see \`${mnemeCommand(shellWord)} config check\`)`;
  return { settings, shellWord, problems: untold.slice(0, 1).map((problem) => problem + hint) };
}
