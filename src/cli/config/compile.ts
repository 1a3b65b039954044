// Compiles both configuration files into the caches that hooks read, and keeps their last good values.
import { hashText } from "../../base/hash.ts";
import { at, parseJson } from "../../base/json.ts";
import { reasonOf } from "../../base/user_error.ts";
import {
  allCaches,
  type CachedConfig,
  configCacheFile,
  isStale,
  projectConfigFile,
  readCachedConfig,
  stampSources,
} from "../../machine/config_cache.ts";
import { ensurePrivateFolder, infoOf, removeQuietly, textOf, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { notePauseTimes } from "../../machine/pause.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { evaluate, type Evaluation, type LastGood, readSourceTexts } from "./evaluate.ts";
import { defaultValues, type FlatSettings, isSame, nest } from "./setting_values.ts";

/** Writes and returns the cache of `folder`, where the client was started. Adds a failure to write to the problems. */
export function compileConfig(paths: Paths, project: string, folder: string = project): CachedConfig {
  const sources = stampSources(paths, project); // first: the next run notices a change after this
  const { settings, problems, given, values } = evaluateProject(paths, project);
  const known = readCachedConfig(paths, folder);
  const kept = known?.shellWord && { shellWord: known.shellWord }; // depends on no configuration file
  const read: CachedConfig = { version: 2, folder, project, sources, settings, problems, ...kept };
  let result = known ?? read;
  try {
    result = withExclusion(paths, known, read);
    keepLastGood(paths, paths.configFile, given.user);
    keepLastGood(paths, projectConfigFile(project), given.project);
    writeAtomic(configCacheFile(paths, folder), encode(result, values));
    return result;
  } catch (error) {
    const what = `write the compiled configuration: ${reasonOf(error)}; make all of ${paths.root} writable`;
    return { ...result, problems: [...problems, `Cannot ${what}`] };
  }
}

/** Adds the start of the project's exclusion, or notes its end; throws if that fails. */
function withExclusion(paths: Paths, known: CachedConfig | undefined, read: CachedConfig): CachedConfig {
  const [before, since] = [known && exclusionStart(known), exclusionStart(read)];
  if (since !== undefined) {
    // A settings file that was copied here may be old. The exclusion began after the last cache, which had none.
    const cachedAt = known && infoOf(configCacheFile(paths, read.folder))?.mtime?.getTime();
    return { ...read, excludedSince: before ?? Math.max(since, cachedAt ?? 0) };
  }
  // Without this note, stops would read what was said during the exclusion.
  if (before !== undefined) {
    notePauseTimes(paths, [{ scope: "project", key: read.project, from: before, until: Date.now() }]);
  }
  return read;
}

/** Returns the stored start, else the last change of a settings file; `undefined` without an exclusion. */
function exclusionStart({ project, settings, sources, excludedSince }: CachedConfig): number | undefined {
  if (!isExcludedProject(project, settings.privacy.exclude_projects)) return undefined;
  return excludedSince ?? Math.min(Date.now(), Math.max(...sources.map((one) => Number(at(one, "mtimeMs")))));
}

/** Returns the settings that result from both files, with their origins; writes nothing. */
export function evaluateProject(paths: Paths, project: string): Evaluation {
  return evaluate(readSourceTexts(paths, project), lastGoodFor(paths, project));
}

/** Leaves out values that equal the defaults, so that the defaults of a new version apply. */
function encode(compiled: CachedConfig, values: FlatSettings): string {
  const defaults = defaultValues();
  const chosen = [...values].filter(([key, value]) => !isSame(value, defaults.get(key)));
  return JSON.stringify({ ...compiled, settings: nest(new Map(chosen)) });
}

/** Stores a file's values, which hold while the file has a problem. May throw. */
export function keepLastGood(paths: Paths, source: string, given: FlatSettings): void {
  ensurePrivateFolder(paths.configCache);
  const [path, values] = [lastGoodFile(paths, source), Object.fromEntries(given)];
  const text = JSON.stringify({ source, values });
  if (textOf(path) !== text && (given.size > 0 || textOf(path) !== undefined)) writeAtomic(path, text);
}

export function lastGoodFor(paths: Paths, project: string): LastGood {
  return (scope) => {
    const source = scope === "user" ? paths.configFile : projectConfigFile(project);
    const kept = parseJson(textOf(lastGoodFile(paths, source)) ?? "");
    return at(kept, "source") === source ? at(kept, "values") : undefined;
  };
}

const lastGoodFile = (paths: Paths, source: string) => `${paths.configCache}/${hashText(source)}.good`;

export function refreshAllCaches(paths: Paths): void {
  for (const cached of allCaches(paths)) {
    if (isStale(cached, paths, cached.project)) compileConfig(paths, cached.project, cached.folder);
  }
}

export function removeCaches(paths: Paths, project: string): void {
  for (const cached of allCaches(paths)) {
    if (cached.project === project) Deno.removeSync(configCacheFile(paths, cached.folder));
  }
  removeQuietly(lastGoodFile(paths, projectConfigFile(project)));
}
