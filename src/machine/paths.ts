import { below, slashOf } from "../base/slashes.ts";
import { readEnvironment } from "./environment.ts";

/** The places of everything that mneme keeps. Folders are 0700, files 0600. */
export interface Paths {
  readonly root: string;
  readonly database: string;
  readonly configFile: string;
  readonly configCache: string;
  readonly state: string;
  readonly spool: string;
  readonly logs: string;
  readonly logFile: string;
  readonly backups: string;
  /** The file of `mneme pause`; absent when nothing is paused. */
  readonly paused: string;
  /** One byte per event that could be written neither to the database nor to the spool. */
  readonly lost: string;
}

/**
 * The logs keep their names this long after the database has lost its own: a process that has just opened it finds them
 * by those.
 */
export const LOG_STAYS_MS = 250;

/** The layout below one data folder. */
export function pathsBelow(root: string): Paths {
  const slash = slashOf(root);
  const at = root + slash;
  return {
    root,
    database: `${at}memory.db`,
    configFile: `${at}config.yaml`,
    configCache: `${at}cache${slash}config`,
    state: `${at}state`,
    spool: `${at}spool`,
    logs: `${at}logs`,
    logFile: `${at}logs${slash}mneme.log`,
    backups: `${at}backups`,
    paused: `${at}paused.json`,
    lost: `${at}state${slash}lost`,
  };
}

/** `$MNEME_HOME`, else `~/.mneme`; `undefined` when neither can be told or the path is not absolute. */
export function findPaths(system: typeof Deno.build.os = Deno.build.os): Paths | undefined {
  const chosen = readEnvironment("MNEME_HOME");
  if (chosen !== undefined) return isAbsolute(chosen) ? pathsBelow(withoutTrailingSlash(chosen)) : undefined;
  const home = homeFolder(system);
  return home !== undefined && isAbsolute(home)
    ? pathsBelow(below(withoutTrailingSlash(home), ".mneme"))
    : undefined;
}

/** The home folder as the client finds it in the variables: on Windows a shell that knows HOME is one of several. */
export function homeFolder(system: typeof Deno.build.os = Deno.build.os): string | undefined {
  if (system === "windows") return readEnvironment("USERPROFILE") ?? readEnvironment("HOME");
  return readEnvironment("HOME") ?? readEnvironment("USERPROFILE");
}

/** The variable that names the home folder, as a person sets it. */
export function homeVariable(system: typeof Deno.build.os = Deno.build.os): "HOME" | "USERPROFILE" {
  return system === "windows" ? "USERPROFILE" : "HOME";
}

/** True when the path starts at a root: `/…`, `C:\…`, `\\server\…`. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\\\") || /^[A-Za-z]:[\\/]/.test(path);
}

/** The path without the slashes at its end; a root stays. */
export function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && (path[end - 1] === "/" || path[end - 1] === "\\")) end--;
  return path.slice(0, end);
}
