import type { Settings } from "../core/settings.ts";
import { readEnvironment } from "../host/environment.ts";
import { readHookConfig } from "../host/hook_config.ts";
import { launchFolder } from "../host/launch_folder.ts";
import type { Paths } from "../host/paths.ts";
import type { ShellWord } from "../host/shell_word.ts";

/** Where the client was started, and what holds there. */
export interface LaunchPlace {
  readonly folder: string;
  readonly project: string;
  readonly settings: Settings;
  /** Whether the client named the folder. */
  readonly isNamed: boolean;
  /** Whether a compiled configuration lies there for the hooks to come. */
  readonly isCompiled: boolean;
  /** What is wrong with the configuration and no session start has said yet. */
  readonly untold: readonly string[];
  /** How `mneme` is typed here; `undefined` where nobody has looked. */
  readonly shellWord: ShellWord | undefined;
  /** Why a changed configuration does not hold. */
  readonly failure?: string;
}

/** From the compiled configuration; where none is left for the folder, or a file was edited since, from the files. */
export async function findLaunchPlace(cwd: string | undefined, paths: Paths): Promise<LaunchPlace> {
  const given = readEnvironment("CLAUDE_PROJECT_DIR");
  const folder = launchFolder(given, cwd);
  const isNamed = given !== undefined;
  const config = await readHookConfig(paths, folder);
  if (config?.isCurrent) {
    const { project, settings, untold, shellWord } = config;
    return { folder, isNamed, project, settings, untold, shellWord, isCompiled: true };
  }
  const { refreshConfig } = await import("./refresh_config.ts");
  return { folder, isNamed, ...await refreshConfig(paths, folder, config) };
}
