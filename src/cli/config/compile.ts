import { decodeCachedConfig, isStale, readCachedConfig } from "../../host/config_cache.ts";
import { stampSources } from "../../host/source_stamps.ts";
import type { CachedConfig, LastGood } from "../../host/config_cache.ts";
import { configCacheFile } from "../../host/hook_config.ts";
import { ensurePrivateFolder, writeAtomic } from "../../host/atomic_file.ts";
import type { Paths } from "../../host/paths.ts";
import { evaluate, readSourceTexts } from "./evaluate.ts";
import type { Evaluation } from "./evaluate.ts";
import { defaultValues, nest } from "./flat_settings.ts";

/**
 * Compiles both files into the cache of a launch folder of the project and returns what hooks will read there. Never throws: where the
 * cache cannot be written, that is one more problem and the settings hold for this process.
 */
export function compileConfig(paths: Paths, project: string, folder: string = project): CachedConfig {
  const sources = stampSources(paths, project); // before reading, so that a change meanwhile is seen next time
  const found = evaluateProject(paths, project);
  const { settings, problems, given } = found;
  const lastGood = { user: Object.fromEntries(given.user), project: Object.fromEntries(given.project) };
  const compiled: CachedConfig = { version: 1, folder, project, sources, settings, problems, lastGood };
  try {
    ensurePrivateFolder(paths.configCache);
    writeAtomic(configCacheFile(paths, folder), encode(compiled, found));
    if (folder !== paths.root) refreshUserCache(paths);
    return compiled;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `Cannot write the compiled configuration: ${reason}; make ${paths.configCache} writable`;
    return { ...compiled, problems: [...problems, problem] };
  }
}

/**
 * Compiles what the user's file says for every project, where it has changed: the data folder stands for all of them,
 * and keeps the file's last good values when no project does.
 */
export function refreshUserCache(paths: Paths): void {
  const cached = readCachedConfig(paths, paths.root);
  if (isStale(cached, paths, paths.root)) compileConfig(paths, paths.root);
}

/** What both files come to now, with every value's origin; writes nothing. */
export function evaluateProject(paths: Paths, project: string): Evaluation {
  return evaluate(readSourceTexts(paths, project), lastGoodFor(paths, project));
}

/** The last good values of both files, looked up when first asked for: a sound configuration needs none. */
export function lastGoodFor(paths: Paths, project: string): () => LastGood {
  let known: LastGood | undefined;
  return () =>
    known ??= {
      user: newestUserValues(paths),
      project: readCachedConfig(paths, project)?.lastGood.project,
    };
}

/** Every readable cache there is. */
export function allCaches(paths: Paths): CachedConfig[] {
  return cacheFiles(paths).flatMap((path) => {
    const cached = decodeFile(path);
    return cached === undefined ? [] : [cached];
  });
}

/** Only what differs from the defaults, so that a new version's defaults reach those who never chose. */
function encode(compiled: CachedConfig, { values }: Evaluation): string {
  const defaults = defaultValues();
  const chosen = [...values].filter(([key, value]) =>
    JSON.stringify(value) !== JSON.stringify(defaults.get(key))
  );
  return JSON.stringify({ ...compiled, settings: nest(new Map(chosen)) });
}

/** The user's file is every project's: one that was not opened for long learns its values from the others. */
function newestUserValues(paths: Paths): unknown {
  const newest = allCaches(paths).sort((a, b) => userFileTime(b) - userFileTime(a))[0];
  return newest?.lastGood.user;
}

function userFileTime(cached: CachedConfig): number {
  return cached.sources[0]?.mtimeMs ?? 0;
}

function cacheFiles(paths: Paths): string[] {
  try {
    const entries = [...Deno.readDirSync(paths.configCache)];
    return entries.filter((entry) => entry.isFile && entry.name.endsWith(".json"))
      .map((entry) => `${paths.configCache}/${entry.name}`).sort();
  } catch {
    return []; // no folder yet, so nothing was ever compiled
  }
}

function decodeFile(path: string): CachedConfig | undefined {
  try {
    return decodeCachedConfig(Deno.readTextFileSync(path));
  } catch {
    return undefined; // removed meanwhile, or not text: not a cache
  }
}
