import { below, slashOf } from "../base/slashes.ts";
import { readEnvironment } from "./environment.ts";

export type Paths = Readonly<ReturnType<typeof pathsBelow>>;

/** The time for which `-wal` and `-shm` keep their names after the database's: a process that opened it looks for them. */
export const LOG_STAYS_MS = 250;

/** Returns the paths of all files and folders of mneme. Folders have mode 0700, files 0600. */
export function pathsBelow(root: string) {
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
    /** The list of what `mneme pause` has paused. Each session start creates the file if it is missing. */
    paused: `${at}paused.json`,
    /** The file with one byte for each event that could be written neither to the database nor to the spool. */
    lost: `${at}state${slash}lost`,
    /** The file with the sentences that no person was told yet, one a line. */
    untold: `${at}state${slash}untold`,
  };
}

/** Returns the paths in `$MNEME_HOME` or `~/.mneme`; `undefined` if neither is known or the path is not absolute. */
export function findPaths(system = Deno.build.os): Paths | undefined {
  const chosen = readEnvironment("MNEME_HOME");
  if (chosen !== undefined) return isAbsolute(chosen) ? pathsBelow(withoutTrailingSlash(chosen)) : undefined;
  const home = homeFolder(system);
  return home !== undefined && isAbsolute(home)
    ? pathsBelow(below(withoutTrailingSlash(home), ".mneme"))
    : undefined;
}

/** Returns the home folder by the same variable as the clients: on Windows only some shells set HOME. */
export function homeFolder(system = Deno.build.os): string | undefined {
  if (system === "windows") return readEnvironment("USERPROFILE") ?? readEnvironment("HOME");
  return readEnvironment("HOME") ?? readEnvironment("USERPROFILE");
}

/** Returns the name of the variable with the home folder, for messages to the user. */
export function homeVariable(system = Deno.build.os): "HOME" | "USERPROFILE" {
  return system === "windows" ? "USERPROFILE" : "HOME";
}

/** Returns true if a path starts at a root: `/…`, `C:\…`, `\\server\…`. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\\\") || /^[A-Za-z]:[\\/]/.test(path);
}

/** Returns a path without slashes at the end; a path of one slash stays. */
export function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && (path[end - 1] === "/" || path[end - 1] === "\\")) end--;
  return path.slice(0, end);
}
