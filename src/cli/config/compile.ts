import { hashText } from "../../base/hash.ts";
import { at, parseJson } from "../../base/json.ts";
import { reasonOf } from "../../base/user_error.ts";
import {
  type CachedConfig,
  configCacheFile,
  decodeCachedConfig,
  isStale,
  projectConfigFile,
  stampSources,
} from "../../machine/config_cache.ts";
import { ensurePrivateFolder, removeQuietly, textOf, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { namesIn } from "../frame/is_there.ts";
import { evaluate, type Evaluation, type LastGood, readSourceTexts } from "./evaluate.ts";
import { defaultValues, type FlatSettings, nest } from "./setting_values.ts";

/**
 * Compiles both files into the cache of a launch folder, and returns what hooks will read there. Never throws: an
 * unwritable cache is one more problem, and the settings hold for this process.
 */
export function compileConfig(paths: Paths, project: string, folder: string = project): CachedConfig {
  const sources = stampSources(paths, project); // taken before reading, so that a change meanwhile is noticed next time
  const found = evaluateProject(paths, project);
  const { settings, problems, given } = found;
  const compiled: CachedConfig = { version: 2, folder, project, sources, settings, problems };
  try {
    keepLastGood(paths, paths.configFile, given.user);
    keepLastGood(paths, projectConfigFile(project), given.project);
    writeAtomic(configCacheFile(paths, folder), encode(compiled, found));
    return compiled;
  } catch (error) {
    const reason = reasonOf(error);
    const problem = `Cannot write the compiled configuration: ${reason}; make ${paths.configCache} writable`;
    return { ...compiled, problems: [...problems, problem] };
  }
}

/** Returns the settings that both files lead to, with each value's origin; writes nothing. */
export function evaluateProject(paths: Paths, project: string): Evaluation {
  return evaluate(readSourceTexts(paths, project), lastGoodFor(paths, project));
}

/** Stores only values that differ from the defaults, so that a new version's defaults apply. */
function encode(compiled: CachedConfig, { values }: Evaluation): string {
  const defaults = defaultValues();
  const chosen = [...values].filter(([key, value]) =>
    JSON.stringify(value) !== JSON.stringify(defaults.get(key))
  );
  return JSON.stringify({ ...compiled, settings: nest(new Map(chosen)) });
}

/** Keeps the values that a file gives, for when it has a problem. Throws where that cannot be written. */
export function keepLastGood(paths: Paths, source: string, given: FlatSettings): void {
  ensurePrivateFolder(paths.configCache);
  const [path, values] = [lastGoodFile(paths, source), Object.fromEntries(given)];
  const text = JSON.stringify({ source, values });
  if (textOf(path) !== text && (given.size > 0 || textOf(path) !== undefined)) writeAtomic(path, text);
}

/** Returns the look-up of both files' last good values, which sound files never need. */
export function lastGoodFor(paths: Paths, project: string): LastGood {
  return (scope) => {
    const source = scope === "user" ? paths.configFile : projectConfigFile(project);
    const kept = parseJson(textOf(lastGoodFile(paths, source)) ?? "");
    return at(kept, "source") === source ? at(kept, "values") : undefined;
  };
}

function lastGoodFile(paths: Paths, source: string): string {
  return `${paths.configCache}/${hashText(source)}.good`;
}

/** Returns every readable cache. */
export function allCaches(paths: Paths): CachedConfig[] {
  return namesIn(paths.configCache).filter((name) => name.endsWith(".json"))
    .flatMap((name) => decodeCachedConfig(textOf(`${paths.configCache}/${name}`) ?? "") ?? []);
}

/** Compiles again, for every cached project, what a changed file made stale, as hooks read only caches. */
export function refreshAllCaches(paths: Paths): void {
  for (const cached of allCaches(paths)) {
    if (isStale(cached, paths, cached.project)) compileConfig(paths, cached.project, cached.folder);
  }
}

/** Removes what is compiled for a project's folders; hooks in a running session then work without. */
export function removeCaches(paths: Paths, project: string): void {
  for (const cached of allCaches(paths)) {
    if (cached.project === project) Deno.removeSync(configCacheFile(paths, cached.folder));
  }
  removeQuietly(lastGoodFile(paths, projectConfigFile(project)));
}
