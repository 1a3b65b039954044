// The paths of mneme's data folder, and the home folder in which it is.
import { below, slashOf, windowsPath } from "../base/slashes.ts";
import { readEnvironment } from "./environment.ts";
import { entriesOf } from "./files.ts";

export type Paths = Readonly<ReturnType<typeof pathsBelow>>;

/** Delays the renaming of `-wal` and `-shm` of a database that is set aside, as a process may just be opening it. */
export const LOG_STAYS_MS = 250; // here, as every hook needs it and only a session start loads `set_aside.ts`

/** Folders have mode 0700, files 0600. */
export function pathsBelow(root: string) {
  const slash = slashOf(root);
  const at = below(root, "");
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
    sync: `${at}sync`,
    /** The spaces of sync with their keys; absent on a machine that is in none. */
    spaces: `${at}sync${slash}spaces.json`,
    /** The pauses. Each session start creates a missing file. */
    paused: `${at}paused.json`,
    pauseTimes: `${at}pause_times.jsonl`,
    /** One byte for each event that neither the database nor the spool could take. */
    lost: `${at}state${slash}lost`,
    /** Sentences that no person was told yet, one a line. */
    untold: `${at}state${slash}untold`,
  };
}

/** Returns the paths in `$MNEME_HOME`, else `~/.mneme`; `undefined` unless that is known and absolute. */
export function findPaths(system = Deno.build.os): Paths | undefined {
  const chosen = readEnvironment("MNEME_HOME");
  if (chosen !== undefined) return isAbsolute(chosen) ? pathsBelow(folderPath(chosen, system)) : undefined;
  const home = homeFolder(system);
  if (home === undefined || !isAbsolute(home)) return undefined;
  return pathsBelow(below(folderPath(home, system), ".mneme"));
}

/** Clients on Windows look at USERPROFILE first, because only some shells there set HOME. */
export function homeFolder(system = Deno.build.os): string | undefined {
  if (system === "windows") return readEnvironment("USERPROFILE") ?? readEnvironment("HOME");
  return readEnvironment("HOME") ?? readEnvironment("USERPROFILE");
}

export const clientsNameOf = (project: string) => project.replace(/[^A-Za-z0-9]/g, "-"); // Claude Code's folder name

/** Returns the files of Claude Code's notes on a project, if they have the index that it loads into each session. */
export function clientNotes(project: string): string[] {
  const folder = readEnvironment("CLAUDE_CONFIG_DIR") ?? below(homeFolder() ?? "", ".claude");
  const notes = below(folder, `projects/${clientsNameOf(project)}/memory/`);
  const files = entriesOf(notes).map(({ name }) => notes + name);
  return files.includes(`${notes}MEMORY.md`) ? files : [];
}

export function homeVariable(system = Deno.build.os): "HOME" | "USERPROFILE" {
  return system === "windows" ? "USERPROFILE" : "HOME";
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\\\") || /^[A-Za-z]:[\\/]/.test(path);
}

/** Returns a path as mneme stores it: on Windows `C:\x`. */
export function systemPath(path: string, system = Deno.build.os): string {
  return system === "windows" && path !== "/" ? windowsPath(path) : path;
}

/** Returns a folder's path as mneme stores it, without a slash at its end. */
export function folderPath(path: string, system = Deno.build.os): string {
  return withoutTrailingSlash(systemPath(path, system));
}

/** Removes slashes from the end of a path, but not from the roots `/` and `C:\`. */
export const withoutTrailingSlash = (path: string): string => path.replace(/(?<!^|^[A-Za-z]:)[\\/]+$/, "");
