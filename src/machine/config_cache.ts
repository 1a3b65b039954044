// The compiled settings of a launch folder, where a client was started: JSON that hooks read instead of the YAML files.
import { orUndefined } from "../base/or_undefined.ts";
import { hashText } from "../base/hash.ts";
import { below, parentFolder } from "../base/slashes.ts";
import { DEFAULT_SETTINGS, type Settings } from "../base/settings.ts";
import { readEnvironment } from "./environment.ts";
import { asObject, at, parseJson } from "../base/json.ts";
import { ensurePrivateFolder, entriesOf, infoOf, textOf, writeAtomic } from "./files.ts";
import type { ShellWord } from "./mneme_command.ts";
import type { Paths } from "./paths.ts";

/** Returns path, time and size of the user's file, then the project's; `null` as time and size of an absent one. */
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

const SHORT_FOLDER_BYTES = 8192; // the largest folder that is listed; on ext4 it has about 200 names

/** Returns true if a listing lacks the file; looking for an absent file throws, which is slower. */
function isUnlisted(folder: string, name: string): boolean {
  if ((infoOf(folder)?.size ?? Infinity) > SHORT_FOLDER_BYTES) return false; // unknown
  return orUndefined(() => [...Deno.readDirSync(folder)])?.every((entry) => entry.name !== name) ?? false;
}

export function hasConfigFile(paths: Paths, project: string): boolean {
  return stampSources(paths, project).some(({ mtimeMs }) => mtimeMs !== null);
}

export const projectConfigFile = (project: string): string => below(project, ".claude/mneme.yaml");

/** Session start writes the file for every launch folder, because a missing file costs a hook 0.3 ms. */
export interface CachedConfig {
  readonly version: 2;
  readonly folder: string;
  /** The project of `folder`: another folder if that is in a linked worktree. */
  readonly project: string;
  /** `stampSources` at the time of the compilation. */
  readonly sources: readonly object[];
  readonly settings: Settings;
  /** The errors in the files, one line each. The settings concerned have their last valid values. */
  readonly problems: readonly string[];
  /** The start of the project's exclusion, in ms since the epoch; absent if it is not excluded. */
  readonly excludedSince?: number;
  /** True once a session start has shown the problems to the user. */
  readonly isTold?: true;
  /** The program that shells start for the word `mneme`, as the last session start found it. */
  readonly shellWord?: ShellWord;
}

export function configCacheFile(paths: Paths, folder: string): string {
  return `${paths.configCache}/${hashText(folder)}.json`;
}

/** Returns the configuration of a launch folder; `undefined` if missing or invalid. Never throws. */
export function readCachedConfig(paths: Paths, folder: string): CachedConfig | undefined {
  const cached = decodeCachedConfig(textOf(configCacheFile(paths, folder)) ?? "");
  // Folders with the same hash share a file.
  return cached?.folder === folder ? cached : undefined;
}

export function allCaches({ configCache }: Paths): CachedConfig[] {
  const names = entriesOf(configCache).map(({ name }) => name).filter((name) => name.endsWith(".json"));
  return names.sort().flatMap((name) => decodeCachedConfig(textOf(`${configCache}/${name}`) ?? "") ?? []);
}

export type HookConfig = Readonly<NonNullable<ReturnType<typeof readHookConfig>>>;

export function readHookConfig(paths: Paths, folder: string) {
  const cached = readCachedConfig(paths, folder);
  if (cached === undefined) return undefined;
  const { project, settings, problems, isTold, shellWord } = cached;
  return {
    project,
    settings,
    /** False if a source file was changed, created or removed since the compilation. */
    isCurrent: !isStale(cached, paths, project),
    /** The problems that no session start has shown yet, one line each. */
    untold: isTold ? [] : problems,
    /** The program that shells start for the word `mneme`; `undefined` if PATH has changed since it was found. */
    shellWord: shellWord?.path === readEnvironment("PATH") ? shellWord : undefined,
  };
}

export function isStale(cached: CachedConfig, paths: Paths, project: string): boolean {
  return JSON.stringify(stampSources(paths, project)) !== JSON.stringify(cached.sources);
}

/** Writes the cache of a folder without configuration files. May throw. */
export function writeDefaultCache(paths: Paths, place: Pick<CachedConfig, "folder" | "project">): void {
  const sources = stampSources(paths, place.project);
  ensurePrivateFolder(paths.configCache);
  const cached = { version: 2, ...place, sources, settings: {}, problems: [] };
  writeAtomic(configCacheFile(paths, place.folder), JSON.stringify(cached));
}

/** Adds what a session start has shown (`isTold`) or found (`shellWord`). Throws if there is no cache. */
export function amendCache(paths: Paths, folder: string, notes: Pick<CachedConfig, "isTold" | "shellWord">) {
  const path = configCacheFile(paths, folder);
  writeAtomic(path, JSON.stringify({ ...JSON.parse(Deno.readTextFileSync(path)), ...notes }));
}

/** Returns `undefined` for another version. Only mneme writes caches, so nothing else about a cache is checked. */
function decodeCachedConfig(text: string): CachedConfig | undefined {
  const found = parseJson(text) as CachedConfig | null | undefined;
  if (found?.version !== 2) return undefined;
  return { ...found, settings: overlay(DEFAULT_SETTINGS, found.settings) as Settings };
}

/** Returns `base` with the values that `found` has under the same keys. */
function overlay(base: unknown, found: unknown): unknown {
  const own = asObject(base);
  if (own === undefined) return found === undefined ? base : found;
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, overlay(value, at(found, key))]));
}
