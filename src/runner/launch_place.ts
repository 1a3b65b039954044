import { DEFAULT_SETTINGS, type Settings } from "../core/settings.ts";
import { readEnvironment } from "../host/environment.ts";
import { readHookConfig } from "../host/hook_config.ts";
import { launchFolder } from "../host/launch_folder.ts";
import type { Paths } from "../host/paths.ts";

/** Where the client was started, and what holds there. */
export interface LaunchPlace {
  readonly folder: string;
  readonly project: string;
  readonly settings: Settings;
  /** Whether the client named the folder. */
  readonly isNamed: boolean;
}

/** From the compiled configuration; where none is left for the folder, the project is looked for, and the user's holds. */
export async function findLaunchPlace(cwd: string | undefined, paths: Paths): Promise<LaunchPlace> {
  const given = readEnvironment("CLAUDE_PROJECT_DIR");
  const folder = launchFolder(given, cwd);
  const isNamed = given !== undefined;
  const config = await readHookConfig(paths, folder);
  if (config !== undefined) return { folder, project: config.project, settings: config.settings, isNamed };
  const { findProject } = await import("../host/project.ts"); // session start leaves a configuration for the others
  const users = await readHookConfig(paths, paths.root); // what the user's file says for every project
  return { folder, project: findProject(folder), settings: users?.settings ?? DEFAULT_SETTINGS, isNamed };
}
