// Finds the folder of a session, its project and its compiled settings.
import { DEFAULT_SETTINGS } from "../base/settings.ts";
import { hasConfigFile, type HookConfig, readHookConfig } from "../machine/config_cache.ts";
import { readEnvironment } from "../machine/environment.ts";
import type { Paths } from "../machine/paths.ts";
import { findProject, launchFolder } from "../machine/project.ts";
import type { AgentKey } from "../store/ghap.ts";
import type { CommonFields } from "../wire/fields.ts";

/** The folder in which the client was started, with the project and the settings that apply there. */
export interface Place extends Omit<HookConfig, "isCurrent"> {
  readonly folder: string;
  /** False if the settings are only the last known ones or the defaults. */
  readonly isCompiled: boolean;
  readonly failure?: string;
}

/** Reads the compiled configuration of the launch folder. If it is absent or stale, compiles the files. */
export async function findPlace(cwd: string | undefined, paths: Paths): Promise<Place> {
  const folder = launchFolder(readEnvironment("CLAUDE_PROJECT_DIR"), cwd);
  const config = readHookConfig(paths, folder);
  if (!config?.isCurrent) return await compilePlace(paths, folder, config);
  return { ...config, folder, isCompiled: true };
}

/** Compiles the configuration, so an edit takes effect at once. If it fails, returns `known` settings or defaults. */
export async function compilePlace(paths: Paths, folder: string, known: HookConfig | undefined) {
  const project = findProject(folder);
  const settings = known?.settings ?? DEFAULT_SETTINGS;
  const fallback = { folder, project, settings, untold: [], shellWord: known?.shellWord, isCompiled: false };
  if (known === undefined && !hasConfigFile(paths, project)) return fallback; // session start caches the defaults
  try {
    // A dynamic import, as loading the YAML parser takes longer than a whole hook.
    const { compileConfig } = await import("../cli/config/compile.ts");
    const { settings, problems } = compileConfig(paths, project, folder);
    return { ...fallback, settings, untold: problems, isCompiled: true };
  } catch (error) {
    return { ...fallback, failure: `Cannot compile the configuration: ${error}` };
  }
}

/** Returns the agent that caused an event. For some events, only the environment has the session's id. */
export function ownerOf({ sessionId, agentId }: CommonFields): AgentKey {
  const session = sessionId ?? readEnvironment("CLAUDE_CODE_SESSION_ID") ?? "unknown";
  return { sessionId: session, agentId: agentId ?? null };
}
