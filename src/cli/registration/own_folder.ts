import { basename, dirname, join } from "node:path";
import { HOOKS } from "../../base/hook_names.ts";
import { executableName, infoOf, nameAlso } from "../../machine/files.ts";
import { leadsTo, programOnPath } from "../../machine/mneme_command.ts";
import { homeFolder } from "../../machine/paths.ts";
import { attempt } from "../frame/attempt.ts";
import { realPath } from "../frame/is_there.ts";

/** The link that the installer switches from one version to the next. */
export const CURRENT = "current";

/**
 * The folder in which this mneme lies. Where it is the version that `current` leads to, it is `current`, so that what
 * is registered there stays right when the link is switched.
 */
export function ownFolder(self: string = Deno.execPath()): string {
  const folder = dirname(realPath(self)); // macOS names the link that it was started by
  const current = join(dirname(folder), CURRENT);
  return basename(folder) !== CURRENT && realPath(current) === folder ? current : folder;
}

/** An executable in a folder of them. */
export function executablePath(folder: string, name: string): string {
  return join(folder, executableName(name));
}

/** The command in a folder of executables. */
export function mnemeIn(folder: string): string {
  return executablePath(folder, "mneme");
}

/** The paths of the hooks in a folder of executables. */
export function hooksIn(folder: string): string[] {
  return HOOKS.map(({ name }) => executablePath(folder, name));
}

/**
 * Gives the program in the folder the names of the hooks that are missing there: a zip archive and a package of npm know
 * no links, and hold it once. Without a program there is nothing to name.
 */
export function nameHooks(folder: string): void {
  const program = mnemeIn(folder);
  if (infoOf(program)?.isFile !== true) return;
  const missing = hooksIn(folder).filter((path) => infoOf(path) === undefined);
  attempt(`name the hooks in ${folder}`, "free some space or make the folder writable", () => {
    nameAlso(program, missing);
  });
}

/** Holds what a shell makes of the word `mneme`, with which every hint begins. */
export interface TypedCommand {
  /** The file that it starts; `undefined` where it finds none. */
  readonly found: string | undefined;
  /** Tells whether that is the mneme in the given folder. */
  readonly isThis: boolean;
  /** Holds what makes it so, in the profile of a shell. */
  readonly line: string;
}

/** Looks along the PATH for the `mneme` of the folder with the executables. */
export function typedCommand(executables: string): TypedCommand {
  const found = programOnPath("mneme");
  const program = mnemeIn(executables);
  // The installer's folder has `mneme` alone; hooks have names such as `stop`, which a PATH is better without.
  const link = join(homeFolder() ?? "", ".local", "bin", "mneme");
  return {
    found,
    isThis: found !== undefined && leadsTo(found, program),
    line: pathLine(leadsTo(link, program) ? dirname(link) : executables),
  };
}

/** Has a shell find the programs of the folder, in the shell of the system. */
export function pathLine(folder: string): string {
  if (Deno.build.os === "windows") return `$env:Path = '${folder.replaceAll("'", "''")};' + $env:Path`;
  return `export PATH="${folder.replace(/["\\$`]/g, "\\$&")}:$PATH"`;
}
