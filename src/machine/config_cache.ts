import { orUndefined } from "../base/or_undefined.ts";
import { hashText } from "../base/hash.ts";
import { below, parentFolder } from "../base/slashes.ts";
import { DEFAULT_SETTINGS, type Settings } from "../base/settings.ts";
import { readEnvironment } from "./environment.ts";
import { asObject, asObjects, asTexts, at, parseJson } from "../base/json.ts";
import { ensurePrivateFolder, infoOf, textOf, writeAtomic } from "./files.ts";
import type { ShellWord } from "./mneme_command.ts";
import type { Paths } from "./paths.ts";

/** Returns time and size of the user's and the project's file, in this order; `null` for an absent one. */
export function stampSources(paths: Paths, project: string) {
  const own = projectConfigFile(project);
  const absent = [
    isUnlisted(paths.root, "config.yaml"),
    isUnlisted(project, ".claude") || isUnlisted(parentFolder(own), "mneme.yaml"),
  ];
  return [paths.configFile, own].map((path, i) => {
    const info = absent[i] ? undefined : infoOf(path);
    return { path, mtimeMs: info ? info.mtime?.getTime() ?? 0 : null, size: info?.size ?? null };
  });
}

/** The largest folder that is listed, in bytes. On ext4 a folder of this size has about 200 names. */
const SHORT_FOLDER_BYTES = 8192;

/** Returns true if the folder was listed and lacks the file. Looking for an absent file directly throws. */
function isUnlisted(folder: string, name: string): boolean {
  if ((infoOf(folder)?.size ?? Infinity) > SHORT_FOLDER_BYTES) return false; // unknown
  return orUndefined(() => [...Deno.readDirSync(folder)])?.every((entry) => entry.name !== name) ?? false;
}

export function isAnySource(paths: Paths, project: string): boolean {
  return stampSources(paths, project).some(({ mtimeMs }) => mtimeMs !== null);
}

export function projectConfigFile(project: string): string {
  return below(project, ".claude/mneme.yaml");
}

/** The compiled configuration, as hooks never read YAML. Session start creates it: a missing file costs 0.3 ms. */
export interface CachedConfig {
  readonly version: 2;
  readonly folder: string;
  /** The project of `folder`: another folder if `folder` is in a linked worktree. */
  readonly project: string;
  /** The stamps of the user's file, then the project's, at the time of the compilation. */
  readonly sources: readonly object[];
  /** All settings: the defaults, overridden by the files. */
  readonly settings: Settings;
  /** The errors in the files, one line each. The settings concerned have their last valid values. */
  readonly problems: readonly string[];
  /** The time since which the settings exclude the project; absent if they do not. */
  readonly excludedSince?: number;
  /** True if a session start has shown the problems to the user; absent until then. */
  readonly isTold?: true;
  /** The program that shells start for the word `mneme`, as the last session start found it. */
  readonly shellWord?: ShellWord;
}

export function configCacheFile(paths: Paths, folder: string): string {
  return `${paths.configCache}/${hashText(folder)}.json`;
}

/** Returns the compiled configuration of a launch folder; `undefined` if missing or invalid. Never throws. */
export function readCachedConfig(paths: Paths, folder: string): CachedConfig | undefined {
  const cached = decodeCachedConfig(textOf(configCacheFile(paths, folder)) ?? "");
  // Two folders with the same hash share a file, so the settings may be those of the other folder.
  return cached?.folder === folder ? cached : undefined;
}

export type HookConfig = Readonly<NonNullable<ReturnType<typeof readHookConfig>>>;

/** Returns the parts of a launch folder's compiled configuration that a hook needs. */
export function readHookConfig(paths: Paths, folder: string) {
  const cached = readCachedConfig(paths, folder);
  if (cached === undefined) return undefined;
  const { project, settings, problems, isTold, shellWord } = cached;
  return {
    project,
    settings,
    /** True if the source files have not changed since the compilation. */
    isCurrent: !isStale(cached, paths, project),
    /** The problems that no session start has shown yet, one line each. */
    untold: isTold ? [] : problems,
    /** The program that shells start for the word `mneme`; `undefined` if PATH has changed since it was found. */
    shellWord: shellWord?.path === readEnvironment("PATH") ? shellWord : undefined,
  };
}

/** Returns true if a source file was changed, created or removed since the compilation. */
export function isStale(cached: CachedConfig, paths: Paths, project: string): boolean {
  return JSON.stringify(stampSources(paths, project)) !== JSON.stringify(cached.sources);
}

/** Writes the default settings as the cache of a folder without configuration files. Throws if it cannot. */
export function writeDefaultCache(paths: Paths, place: Pick<CachedConfig, "folder" | "project">): void {
  const sources = stampSources(paths, place.project);
  ensurePrivateFolder(paths.configCache);
  const cached = { version: 2, ...place, sources, settings: {}, problems: [] };
  writeAtomic(configCacheFile(paths, place.folder), JSON.stringify(cached));
}

/** Notes in a cache what a session start has shown (`isTold`) or found. Throws if there is no cache. */
export function amendCache(paths: Paths, folder: string, notes: Pick<CachedConfig, "isTold" | "shellWord">) {
  const path = configCacheFile(paths, folder);
  writeAtomic(path, JSON.stringify({ ...JSON.parse(Deno.readTextFileSync(path)), ...notes }));
}

/** Returns `undefined` for a text that is no cache of this version. Replaces values of a wrong type by defaults. */
export function decodeCachedConfig(text: string): CachedConfig | undefined {
  const found = asObject(parseJson(text)); // invalid JSON, such as half a file, counts as no cache
  const project = found?.project;
  if (found?.version !== 2 || typeof project !== "string") return undefined;
  return {
    version: 2,
    folder: typeof found.folder === "string" ? found.folder : project,
    project,
    sources: asObjects(found.sources),
    settings: overlay(DEFAULT_SETTINGS, found.settings) as Settings,
    problems: asTexts(found.problems),
    ...(typeof found.excludedSince === "number" ? { excludedSince: found.excludedSince } : {}),
    ...(found.isTold === true ? { isTold: true } : {}),
    ...(isShellWord(found.shellWord) ? { shellWord: found.shellWord } : {}),
  };
}

/** Returns `base` with the values in `found` that have the same type. Drops keys that `base` does not have. */
function overlay(base: unknown, found: unknown, name = ""): unknown {
  const own = asObject(base);
  if (own === undefined) return fits(name, base, found) ? found : base;
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, overlay(value, at(found, key), key)]),
  );
}

/** Returns true if a setting may have the value `given`, by the type of its default. */
function fits(name: string, own: unknown, given: unknown): boolean {
  if (typeof given === "number") {
    return Number.isFinite(given) && (typeof own === "number" || name === "relevance_floor");
  }
  if (own === null) return given === null || typeof given === "string";
  return typeof own === typeof given && Array.isArray(own) === Array.isArray(given);
}

function isShellWord(value: unknown): value is ShellWord {
  const { path = "", file } = asObject(value) ?? {};
  return typeof path === "string" && (file === null || typeof file === "string");
}
