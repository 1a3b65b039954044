import { hashText } from "../core/hash.ts";
import { DEFAULT_SETTINGS, type Settings } from "../core/settings.ts";
import { readEnvironment } from "./environment.ts";
import type { Paths } from "./paths.ts";
import type { ShellWord } from "./shell_word.ts";
import { areSameStamps, stampSources } from "./source_stamps.ts";

/** What a hook takes from the compiled configuration of its launch folder. */
export interface HookConfig {
  readonly project: string;
  readonly settings: Settings;
  /** Whether the files are still those that it was compiled from. */
  readonly isCurrent: boolean;
  /** What is wrong with them and no session start has said yet, one line each. */
  readonly untold: readonly string[];
  /** How `mneme` is typed; `undefined` where nobody has looked along this PATH. */
  readonly shellWord: ShellWord | undefined;
}

/** Where the compiled configuration for a launch folder lies. */
export function configCacheFile(paths: Paths, folder: string): string {
  return `${paths.configCache}/${hashText(folder)}.json`;
}

/** The folder's compiled configuration; `undefined` when there is none or it is not one. Never throws. */
export async function readHookConfig(paths: Paths, folder: string): Promise<HookConfig | undefined> {
  try {
    const text = Deno.readTextFileSync(configCacheFile(paths, folder));
    const found: Record<string, unknown> = JSON.parse(text);
    // Two folders of one hash share a file: the other one's settings are not ours.
    if (found.version !== 1 || (found.folder ?? found.project) !== folder) return undefined;
    if (typeof found.project !== "string") return undefined;
    return {
      project: found.project,
      settings: await settingsOf(found.settings),
      isCurrent: Array.isArray(found.sources) &&
        areSameStamps(stampSources(paths, found.project), found.sources),
      shellWord: wordOf(found.shellWord),
      untold: found.isTold !== true && Array.isArray(found.problems) ? found.problems.map(String) : [],
    };
  } catch {
    return undefined; // no file, half a file or somebody's edit
  }
}

/** What was found along this very PATH. */
function wordOf(found: unknown): ShellWord | undefined {
  if (typeof found !== "object" || found === null) return undefined;
  const { path, file } = found as Partial<ShellWord>;
  if (path !== readEnvironment("PATH") || (file !== null && typeof file !== "string")) return undefined;
  return { path, file };
}

/** Most people choose nothing. */
async function settingsOf(chosen: unknown): Promise<Settings> {
  if (typeof chosen !== "object" || chosen === null || Object.keys(chosen).length === 0) {
    return DEFAULT_SETTINGS;
  }
  const { withChosen } = await import("./chosen_settings.ts");
  return withChosen(chosen);
}
