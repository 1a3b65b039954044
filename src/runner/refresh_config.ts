import { DEFAULT_SETTINGS } from "../core/settings.ts";
import type { HookConfig } from "../host/hook_config.ts";
import type { Paths } from "../host/paths.ts";
import { findProject } from "../host/project.ts";
import { isAnySource } from "../host/source_stamps.ts";

/** What holds in a launch folder whose files were changed, made or removed since a hook last looked. */
export interface Refreshed extends Omit<HookConfig, "isCurrent"> {
  /** Whether it lies there for the hooks to come. */
  readonly isCompiled: boolean;
  readonly failure?: string;
}

/**
 * Compiles the configuration of a launch folder, so that what a person has edited holds from the next hook on. Loaded
 * once per edit, with YAML and zod, which cost three times a whole hook. What was known goes on where that fails.
 */
export async function refreshConfig(
  paths: Paths,
  folder: string,
  known: HookConfig | undefined,
): Promise<Refreshed> {
  const project = findProject(folder);
  const settings = known?.settings ?? DEFAULT_SETTINGS;
  const shellWord = known?.shellWord;
  const asKnown = { project, settings, untold: [], shellWord, isCompiled: false };
  if (known === undefined && !isAnySource(paths, project)) return asKnown; // session start leaves one for the others
  try {
    const { compileConfig } = await import("../cli/config/compile.ts");
    const { settings, problems } = compileConfig(paths, project, folder);
    return { project, settings, untold: problems, shellWord, isCompiled: true };
  } catch (error) {
    return { ...asKnown, failure: `Cannot compile the configuration: ${error}` };
  }
}
