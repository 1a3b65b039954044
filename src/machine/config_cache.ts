import { hashText } from "../base/hash.ts";
import { below } from "../base/slashes.ts";
import { DEFAULT_SETTINGS, type Settings } from "../base/settings.ts";
import { readEnvironment } from "./environment.ts";
import { asObject, asObjects, parseJson, type WireObject } from "../base/json.ts";
import { ensurePrivateFolder, infoOf, textOf, writeAtomic } from "./files.ts";
import type { ShellWord } from "./mneme_command.ts";
import type { Paths } from "./paths.ts";

/** `null` where the file is absent. */
export interface SourceStamp {
  readonly path: string;
  readonly mtimeMs: number | null;
  readonly size: number | null;
}

/** The user's file and the project's as they are now. */
export function stampSources(paths: Paths, project: string): SourceStamp[] {
  const own = projectConfigFile(project);
  const folder = own.slice(0, -"/mneme.yaml".length);
  const absent = [
    isUnlisted(paths.root, "config.yaml"),
    isUnlisted(project, ".claude") || isUnlisted(folder, "mneme.yaml"),
  ];
  return [paths.configFile, own].map((path, i) => {
    const info = absent[i] ? undefined : infoOf(path);
    return {
      path,
      mtimeMs: info === undefined ? null : info.mtime?.getTime() ?? 0,
      size: info?.size ?? null,
    };
  });
}

/** Folders grow with their names; up to here one has some 200. */
const SHORT_FOLDER_BYTES = 8192;

/**
 * True where a short listing of the folder lacks the name. Each hook looks for files that are mostly not there: to fail
 * at that ends in an exception, of which a process's first costs 0.3 ms.
 */
function isUnlisted(folder: string, name: string): boolean {
  if ((infoOf(folder)?.size ?? Infinity) > SHORT_FOLDER_BYTES) return false; // unknown
  try {
    return [...Deno.readDirSync(folder)].every((entry) => entry.name !== name);
  } catch {
    return false; // it is not for us to read, which tells nothing of its files
  }
}

/** True when there is a file to compile. */
export function isAnySource(paths: Paths, project: string): boolean {
  return stampSources(paths, project).some(({ mtimeMs }) => mtimeMs !== null);
}

/** The file with which a repository brings its own settings. */
export function projectConfigFile(project: string): string {
  return below(project, ".claude/mneme.yaml");
}

/**
 * The configuration as the compiler left it for the hooks, which never read YAML themselves. One file tells a hook its
 * project and its settings, and session start makes sure that it is there: a look for a file that is not costs a
 * hook a tenth of its time, as the first exception makes V8 parse its script again.
 */
export interface CachedConfig {
  readonly version: 2;
  /** The folder that the client was started in. */
  readonly folder: string;
  /** The project that this folder belongs to; another one in a linked worktree. */
  readonly project: string;
  /** The user's file, then the project's, as they were when this was compiled. */
  readonly sources: readonly SourceStamp[];
  /** Complete: the defaults with what the files say. */
  readonly settings: Settings;
  /** One line each; the settings concerned hold their last good values. */
  readonly problems: readonly string[];
  /** True when a session start has told the problems to the user; left out until then. */
  readonly isTold?: true;
  /** The word that `mneme` is typed as; the last session start has looked for it. */
  readonly shellWord?: ShellWord;
}

/** The file with the compiled configuration of a launch folder. */
export function configCacheFile(paths: Paths, folder: string): string {
  return `${paths.configCache}/${hashText(folder)}.json`;
}

/** The folder's compiled configuration; `undefined` when there is none or it is not one. Never throws. */
export function readCachedConfig(paths: Paths, folder: string): CachedConfig | undefined {
  const cached = decodeCachedConfig(textOf(configCacheFile(paths, folder)) ?? "");
  // Two folders of one hash share a file: the other one's settings are not ours.
  return cached?.folder === folder ? cached : undefined;
}

/** The parts of a launch folder's compiled configuration that a hook needs. */
export interface HookConfig {
  readonly project: string;
  readonly settings: Settings;
  /** True when the files are still those that it was compiled from. */
  readonly isCurrent: boolean;
  /** The problems that no session start has said yet, one line each. */
  readonly untold: readonly string[];
  /** The word that `mneme` is typed as; `undefined` where nobody has looked along this PATH. */
  readonly shellWord: ShellWord | undefined;
}

/** The folder's compiled configuration as a hook needs it. Never throws. */
export function readHookConfig(paths: Paths, folder: string): HookConfig | undefined {
  const cached = readCachedConfig(paths, folder);
  if (cached === undefined) return undefined;
  const { project, settings, problems, isTold, shellWord } = cached;
  return {
    project,
    settings,
    isCurrent: !isStale(cached, paths, project),
    untold: isTold ? [] : problems,
    shellWord: shellWord?.path === readEnvironment("PATH") ? shellWord : undefined,
  };
}

/** True when a source file was changed, made or removed since; without cache, whether there is one to compile. */
export function isStale(cached: CachedConfig | undefined, paths: Paths, project: string): boolean {
  if (cached === undefined) return isAnySource(paths, project);
  return stampSources(paths, project).some(({ path, mtimeMs, size }, i) => {
    const then = cached.sources[i];
    return path !== then?.path || mtimeMs !== then.mtimeMs || size !== then.size;
  });
}

/** Writes the cache of a folder for which no file says anything; that needs no compiler. Throws. */
export function writeDefaultCache(paths: Paths, place: Pick<CachedConfig, "folder" | "project">): void {
  const { folder, project } = place;
  const sources = stampSources(paths, project);
  const cached = { version: 2, folder, project, sources, settings: {}, problems: [] };
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
  const found = asObject(parseJson(text)); // half a file, or somebody's edit, is as good as none
  const project = found?.project;
  if (found?.version !== 2 || !isString(project)) return undefined;
  return {
    version: 2,
    folder: isString(found.folder) ? found.folder : project,
    project,
    sources: asObjects(found.sources).filter(isStamp),
    settings: overlay(DEFAULT_SETTINGS, found.settings) as Settings,
    problems: Array.isArray(found.problems) ? found.problems.filter(isString) : [],
    ...(found.isTold === true ? { isTold: true } : {}),
    ...(isShellWord(found.shellWord) ? { shellWord: found.shellWord } : {}),
  };
}

/** `base` with those values of `found` that are of the same type; keys that `base` lacks are dropped. */
function overlay(base: unknown, found: unknown): unknown {
  const [own, given] = [asObject(base), asObject(found)];
  if (own === undefined || given === undefined) return base;
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      const chosen = Object.hasOwn(given, key) ? given[key] : undefined;
      if (asObject(value) !== undefined) return [key, overlay(value, chosen)];
      return [
        key,
        isAlike(value, chosen) || (key === "relevance_floor" && isNumber(chosen)) ? chosen : value,
      ];
    }),
  );
}

/** A value that may be text may also be absent. */
function isAlike(own: unknown, given: unknown): boolean {
  if (typeof given === "number") return isNumber(given) && typeof own === "number";
  if (own === null) return given === null || isString(given);
  return typeof own === typeof given && Array.isArray(own) === Array.isArray(given);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function isStamp(value: WireObject): value is WireObject & SourceStamp {
  return isString(value.path) &&
    [value.mtimeMs, value.size].every((one) => one === null || typeof one === "number");
}

function isShellWord(value: unknown): value is ShellWord {
  const { path, file } = asObject(value) ?? {};
  return (path === undefined || isString(path)) && (file === null || isString(file));
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
