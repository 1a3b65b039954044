import { DEFAULT_SETTINGS } from "../base/settings.ts";
import { amendCache, type HookConfig, isAnySource, readHookConfig } from "../machine/config_cache.ts";
import { readEnvironment } from "../machine/environment.ts";
import type { Paths } from "../machine/paths.ts";
import { findProject, launchFolder } from "../machine/project.ts";
import type { CommonFields } from "../wire/fields.ts";

/** The folder that the client was started in, with the settings that hold there. */
export interface Place extends Omit<HookConfig, "isCurrent"> {
  readonly folder: string;
  /** True when the client named the folder. */
  readonly isNamed: boolean;
  /** True when a compiled configuration lies there for the hooks to come. */
  readonly isCompiled: boolean;
  /** Why a changed configuration does not hold. */
  readonly failure?: string;
}

/** Reads the compiled configuration; where none is left for the folder, or a file was edited since, compiles the files. */
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
  if (known === undefined && !isAnySource(paths, project)) return asKnown; // session start leaves one for the others
  try {
    // YAML, which costs more than a whole hook, once per edit.
    const { compileConfig } = await import("../cli/config/compile.ts");
    const { settings, problems } = compileConfig(paths, project, folder);
    if (known?.shellWord !== undefined) amendCache(paths, folder, { shellWord: known.shellWord });
    return { ...asKnown, settings, untold: problems, isCompiled: true };
  } catch (error) {
    return { ...asKnown, failure: `Cannot compile the configuration: ${error}` };
  }
}

/** The session that an event is of, which the client also tells in the environment. */
export function sessionIdOf({ sessionId }: CommonFields): string {
  return sessionId ?? readEnvironment("CLAUDE_CODE_SESSION_ID") ?? "unknown";
}
