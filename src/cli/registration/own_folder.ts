import { basename, dirname, join } from "node:path";
import { HOOK_MARKER, HOOK_REGISTRATIONS, HOOKS } from "../../base/hook_names.ts";
import { executableName, infoOf, nameAlso } from "../../machine/files.ts";
import { leadsTo, programOnPath } from "../../machine/mneme_command.ts";
import { homeFolder } from "../../machine/paths.ts";
import { attempt } from "../frame/attempt.ts";
import { realPath } from "../frame/is_there.ts";
import type { HookEntry } from "./settings_text.ts";

/** The name of the link to the version in use, which the installer switches. */
export const CURRENT = "current";

/** Returns mneme's folder, by the link `current` if that leads here: registered paths then survive a switch. */
export function ownFolder(self: string = Deno.execPath()): string {
  const folder = dirname(realPath(self)); // on macOS, execPath() may be a link
  const current = join(dirname(folder), CURRENT);
  return basename(folder) !== CURRENT && realPath(current) === folder ? current : folder;
}

export function executablePath(folder: string, name: string): string {
  return join(folder, executableName(name));
}

export function mnemeIn(folder: string): string {
  return executablePath(folder, "mneme");
}

export function hooksIn(folder: string): string[] {
  return HOOKS.map(({ name }) => executablePath(folder, name));
}

/** Returns the hooks to register with the client for the executables in this folder. */
export function hookEntries(folder: string): HookEntry[] {
  return HOOK_REGISTRATIONS.map(({ event, executable, timeoutSeconds, statusMessage }) => ({
    event,
    hook: {
      type: "command",
      command: executablePath(folder, executable),
      args: [HOOK_MARKER],
      timeout: timeoutSeconds,
      ...(statusMessage === undefined ? {} : { statusMessage }),
    },
  }));
}

/**
 * Makes the missing hooks in a folder, as further names of the program `mneme`. Zip archives and npm packages cannot
 * contain links, so they contain only the program. Does nothing if the program is missing.
 */
export function nameHooks(folder: string): void {
  const program = mnemeIn(folder);
  if (infoOf(program)?.isFile !== true) return;
  const missing = hooksIn(folder).filter((path) => infoOf(path) === undefined);
  attempt(`name the hooks in ${folder}`, "free some space or make the folder writable", () => {
    nameAlso(program, missing);
  });
}

/** Searches the PATH for `mneme`, the first word of all commands in hints, and checks if it is the one in the folder. */
export function typedCommand(executables: string) {
  const found = programOnPath("mneme");
  const program = mnemeIn(executables);
  // The installer puts only `mneme` on the PATH, because hook names such as `stop` do not belong there.
  const link = commandLink();
  return {
    /** The file that a shell starts; `undefined` if it finds none. */
    found,
    isThis: found !== undefined && leadsTo(found, program),
    /** The line for a shell's profile with which the shell finds the mneme in the folder. */
    line: pathLine(leadsTo(link, program) ? dirname(link) : executables),
  };
}

/** Returns the path of the link by which the installer puts `mneme` on the PATH. */
export function commandLink(): string {
  return join(homeFolder() ?? "", ".local", "bin", "mneme");
}

/** Returns the line that puts the folder on the PATH, in the syntax of the system's shell. */
function pathLine(folder: string): string {
  if (Deno.build.os === "windows") return `$env:Path = '${folder.replaceAll("'", "''")};' + $env:Path`;
  return `export PATH="${folder.replace(/["\\$`]/g, "\\$&")}:$PATH"`;
}
