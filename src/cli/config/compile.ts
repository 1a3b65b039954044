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
    const reason = reasonOf(error);
    const problem = `Cannot write the compiled configuration: ${reason}; make ${paths.configCache} writable`;
    return { ...compiled, problems: [...problems, problem] };
  }
}

/**
 * Compiles what the user's file says for every project, where it has changed: the data folder stands for all of them,
 * and keeps the file's last good values when no project does.
 */
function refreshUserCache(paths: Paths): void {
  const cached = readCachedConfig(paths, paths.root);
  if (isStale(cached, paths, paths.root)) compileConfig(paths, paths.root);
}

/** Tells what both files come to now, with every value's origin; writes nothing. */
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
  return namesIn(paths.configCache).filter((name) => name.endsWith(".json"))
    .flatMap((name) => decodeCachedConfig(textOf(`${paths.configCache}/${name}`) ?? "") ?? []);
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
  const timeOf = ({ sources }: CachedConfig) => sources[0]?.mtimeMs ?? 0;
  return allCaches(paths).sort((a, b) => timeOf(b) - timeOf(a))[0]?.lastGood.user;
}

/** Compiles again what a changed file made stale, in every project that has a cache: hooks read caches alone. */
export function refreshAllCaches(paths: Paths): void {
  refreshUserCache(paths);
  for (const cached of allCaches(paths)) {
    if (isStale(cached, paths, cached.project)) compileConfig(paths, cached.project, cached.folder);
  }
}

/** Removes what is compiled for the folders of a project, which names them; a session there works without. */
export function removeCaches(paths: Paths, project: string): void {
  for (const cached of allCaches(paths)) {
    if (cached.project === project) Deno.removeSync(configCacheFile(paths, cached.folder));
  }
}
