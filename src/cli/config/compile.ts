import { reasonOf } from "../../base/user_error.ts";
import { evaluate, type Evaluation, readSourceTexts } from "./evaluate.ts";
import { defaultValues, nest } from "./setting_values.ts";
import { namesIn } from "../frame/is_there.ts";
import {
  type CachedConfig,
  configCacheFile,
  decodeCachedConfig,
  isStale,
  type LastGood,
  readCachedConfig,
  stampSources,
} from "../../machine/config_cache.ts";
import { ensurePrivateFolder, textOf, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";

/**
 * Compiles both files into the cache of a launch folder, and returns what hooks will read there. Never throws: an
 * unwritable cache is one more problem, and the settings hold for this process.
 */
export function compileConfig(paths: Paths, project: string, folder: string = project): CachedConfig {
  const sources = stampSources(paths, project); // taken before reading, so that a change meanwhile is noticed next time
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
    const reason = reasonOf(error);
    const problem = `Cannot write the compiled configuration: ${reason}; make ${paths.configCache} writable`;
    return { ...compiled, problems: [...problems, problem] };
  }
}

/**
 * Compiles the user's file under the data folder's name if it has changed, which keeps its last good values when no
 * project does.
 */
function refreshUserCache(paths: Paths): void {
  const cached = readCachedConfig(paths, paths.root);
  if (isStale(cached, paths, paths.root)) compileConfig(paths, paths.root);
}

/** Returns the settings that both files lead to, with each value's origin; writes nothing. */
export function evaluateProject(paths: Paths, project: string): Evaluation {
  return evaluate(readSourceTexts(paths, project), lastGoodFor(paths, project));
}

/** Returns a lazy look-up of both files' last good values: sound files never need them. */
export function lastGoodFor(paths: Paths, project: string): () => LastGood {
  let known: LastGood | undefined;
  return () =>
    known ??= {
      user: newestUserValues(paths),
      project: readCachedConfig(paths, project)?.lastGood.project,
    };
}

/** Returns every readable cache. */
export function allCaches(paths: Paths): CachedConfig[] {
  return namesIn(paths.configCache).filter((name) => name.endsWith(".json"))
    .flatMap((name) => decodeCachedConfig(textOf(`${paths.configCache}/${name}`) ?? "") ?? []);
}

/** Stores only values that differ from the defaults, so that a new version's defaults apply. */
function encode(compiled: CachedConfig, { values }: Evaluation): string {
  const defaults = defaultValues();
  const chosen = [...values].filter(([key, value]) =>
    JSON.stringify(value) !== JSON.stringify(defaults.get(key))
  );
  return JSON.stringify({ ...compiled, settings: nest(new Map(chosen)) });
}

/** Returns the user's last good values from the newest cache of any project, as the user's file holds for all. */
function newestUserValues(paths: Paths): unknown {
  const timeOf = ({ sources }: CachedConfig) => sources[0]?.mtimeMs ?? 0;
  return allCaches(paths).sort((a, b) => timeOf(b) - timeOf(a))[0]?.lastGood.user;
}

/** Compiles again, for every cached project, what a changed file made stale, as hooks read only caches. */
export function refreshAllCaches(paths: Paths): void {
  refreshUserCache(paths);
  for (const cached of allCaches(paths)) {
    if (isStale(cached, paths, cached.project)) compileConfig(paths, cached.project, cached.folder);
  }
}

/** Removes the caches of a project's folders; hooks in a running session then work without. */
export function removeCaches(paths: Paths, project: string): void {
  for (const cached of allCaches(paths)) {
    if (cached.project === project) Deno.removeSync(configCacheFile(paths, cached.folder));
  }
}
