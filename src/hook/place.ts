import { DEFAULT_SETTINGS } from "../base/settings.ts";
import { amendCache, type HookConfig, isAnySource, readHookConfig } from "../machine/config_cache.ts";
import { readEnvironment } from "../machine/environment.ts";
import type { Paths } from "../machine/paths.ts";
import { findProject, launchFolder } from "../machine/project.ts";
import type { CommonFields } from "../wire/fields.ts";

/** The folder that the client was started in, and the settings that hold there. */
export interface Place extends Omit<HookConfig, "isCurrent"> {
  readonly folder: string;
  /** True when the client named the folder. */
  readonly isNamed: boolean;
  /** True when the compiled configuration was written for the next hooks. */
  readonly isCompiled: boolean;
  /** The reason why an edited configuration could not be compiled. */
  readonly failure?: string;
}

/** Reads the compiled configuration of the folder; compiles it when there is none or a file was edited since. */
export async function findPlace(cwd: string | undefined, paths: Paths): Promise<Place> {
  const given = readEnvironment("CLAUDE_PROJECT_DIR");
  const folder = launchFolder(given, cwd);
  const isNamed = given !== undefined;
  const config = readHookConfig(paths, folder);
  if (!config?.isCurrent) return { isNamed, ...await compilePlace(paths, folder, config) };
  return { ...config, folder, isNamed, isCompiled: true };
}

/**
 * Compiles the configuration of a launch folder, so that an edit holds from the next hook on. Where that fails, the known
 * settings stay.
 */
export async function compilePlace(
  paths: Paths,
  folder: string,
  known: HookConfig | undefined,
): Promise<Omit<Place, "isNamed">> {
  const project = findProject(folder);
  const settings = known?.settings ?? DEFAULT_SETTINGS;
  const asKnown = { folder, project, settings, untold: [], shellWord: known?.shellWord, isCompiled: false };
  if (known === undefined && !isAnySource(paths, project)) return asKnown; // without any file the defaults hold; session start writes the cache
  try {
    // once per edit: reading YAML costs more than a whole hook
    const { compileConfig } = await import("../cli/config/compile.ts");
    const { settings, problems } = compileConfig(paths, project, folder);
    if (known?.shellWord !== undefined) amendCache(paths, folder, { shellWord: known.shellWord });
    return { ...asKnown, settings, untold: problems, isCompiled: true };
  } catch (error) {
    return { ...asKnown, failure: `Cannot compile the configuration: ${error}` };
  }
}

/** Returns the event's session, from the payload or the environment. */
export function sessionIdOf({ sessionId }: CommonFields): string {
  return sessionId ?? readEnvironment("CLAUDE_CODE_SESSION_ID") ?? "unknown";
}
