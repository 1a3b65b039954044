import type { Settings } from "../core/settings.ts";
import { ensurePrivateFolder, writeAtomic } from "./atomic_file.ts";
import { withChosen } from "./chosen_settings.ts";
import { configCacheFile } from "./hook_config.ts";
import type { Paths } from "./paths.ts";
import type { ShellWord } from "./shell_word.ts";
import { areSameStamps, isAnySource, type SourceStamp, stampSources } from "./source_stamps.ts";

/**
 * What the configuration compiler left for the hooks, which never read YAML themselves. One file tells a hook its
 * project and its settings, and session start makes sure that it is there: a look for a file that is not costs a
 * hook a tenth of its time, as the first exception makes V8 parse its script again.
 */
export interface CachedConfig {
  readonly version: 1;
  /** Where the client was started. */
  readonly folder: string;
  /** The project that this folder belongs to; another one in a linked worktree. */
  readonly project: string;
  /** The user's file, then the project's, as they were when this was compiled. */
  readonly sources: readonly SourceStamp[];
  /** Complete: the defaults with what the files say. */
  readonly settings: Settings;
  /** One line each; the settings concerned hold their last good values. */
  readonly problems: readonly string[];
  /** Per source its last text without a problem, sparse; the compiler checks it again before use. */
  readonly lastGood: LastGood;
  /** Whether a session start has told the problems to the user; left out until then. */
  readonly isTold?: true;
  /** How `mneme` is typed, as the last session start found it. */
  readonly shellWord?: ShellWord;
}

export interface LastGood {
  readonly user: unknown;
  readonly project: unknown;
}

/** The folder's compiled configuration; `undefined` when there is none or it is not one. Never throws. */
export function readCachedConfig(paths: Paths, folder: string): CachedConfig | undefined {
  try {
    const cached = decodeCachedConfig(Deno.readTextFileSync(configCacheFile(paths, folder)));
    // Two folders of one hash share a file: the other one's settings are not ours.
    return cached?.folder === folder ? cached : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a source file was changed, made or removed since; without cache, whether there is one to compile. */
export function isStale(cached: CachedConfig | undefined, paths: Paths, project: string): boolean {
  if (cached === undefined) return isAnySource(paths, project);
  return !areSameStamps(stampSources(paths, project), cached.sources);
}

/** Writes the cache of a folder for which no file says anything; that needs no compiler. Throws. */
export function writeDefaultCache(paths: Paths, place: Pick<CachedConfig, "folder" | "project">): void {
  const { folder, project } = place;
  const sources = stampSources(paths, project);
  const cached = { version: 1, folder, project, sources, settings: {}, problems: [], lastGood: {} };
  ensurePrivateFolder(paths.configCache);
  writeAtomic(configCacheFile(paths, folder), JSON.stringify(cached));
}

/** Notes beside the settings what a session start has said or found. Throws where there is no cache. */
export function amendCache(
  paths: Paths,
  folder: string,
  notes: Pick<CachedConfig, "isTold" | "shellWord">,
): void {
  const path = configCacheFile(paths, folder);
  writeAtomic(path, JSON.stringify({ ...JSON.parse(Deno.readTextFileSync(path)), ...notes }));
}

/** Total: text that is not a cache of this version is `undefined`; values of a wrong type give way to defaults. */
export function decodeCachedConfig(text: string): CachedConfig | undefined {
  const found = parseRecord(text);
  if (found?.version !== 1 || typeof found.project !== "string") return undefined;
  const lastGood = isRecord(found.lastGood) ? found.lastGood : {};
  return {
    version: 1,
    folder: typeof found.folder === "string" ? found.folder : found.project,
    project: found.project,
    sources: Array.isArray(found.sources) ? found.sources.filter(isStamp) : [],
    settings: withChosen(found.settings),
    problems: Array.isArray(found.problems) ? found.problems.filter(isString) : [],
    lastGood: { user: lastGood.user, project: lastGood.project },
  };
}

function isStamp(value: unknown): value is SourceStamp {
  return isRecord(value) && isString(value.path) && isNumberOrNull(value.mtimeMs) &&
    isNumberOrNull(value.size);
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === "number";
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // half a file, or somebody's edit: as good as none
  }
}
