// The folder of this mneme: its executables, the hooks to register, and the command that a shell finds.
import { basename, dirname, join } from "node:path";
import { HOOK_MARKER, HOOK_REGISTRATIONS, HOOKS } from "../../base/hook_names.ts";
import { UserError } from "../../base/user_error.ts";
import { executableName, hardLink, infoOf, isExecutable, isFolder } from "../../machine/files.ts";
import { leadsTo, programOnPath } from "../../machine/mneme_command.ts";
import { homeFolder, homeVariable, isAbsolute } from "../../machine/paths.ts";
import { attempt } from "../frame/attempt.ts";
import { realPath } from "../frame/typed_paths.ts";
import { shellWord } from "../frame/plain_text.ts";
import type { HookEntry } from "./settings_text.ts";

export const CURRENT = "current"; // the link to the version in use, which the installer switches

/** Returns mneme's folder by the link `current`, if any: registered paths then survive an upgrade. */
export function ownFolder(self: string = Deno.execPath()): string {
  const folder = dirname(realPath(self)); // on macOS, `self` may be a link
  const current = join(dirname(folder), CURRENT);
  return basename(folder) !== CURRENT && realPath(current) === folder ? current : folder;
}

export const executablePath = (folder: string, name: string): string => join(folder, executableName(name));

export const mnemeIn = (folder: string): string => executablePath(folder, "mneme");

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

/** Makes missing hooks by linking or copying the program: zip archives and npm packages hold only that. */
export function nameHooks(folder: string): void {
  const program = mnemeIn(folder);
  if (infoOf(program)?.isFile !== true) return;
  const hooks = HOOKS.map(({ name }) => executablePath(folder, name));
  const missing = hooks.filter((path) => infoOf(path) === undefined);
  attempt(`name the hooks in ${folder}`, "free some space or make the folder writable", () => {
    hardLink(program, missing);
  });
}

/** Throws a `UserError` for a hook that is not executable, or is missing and cannot be made (`nameHooks`). */
export function checkExecutables(folder: string): void {
  for (const { executable } of HOOK_REGISTRATIONS) {
    const path = executablePath(folder, executable);
    const info = infoOf(path) ?? infoOf(mnemeIn(folder)); // `nameHooks` adds missing hooks
    const isMissing = info?.isFile !== true;
    if (!isMissing && isExecutable(info)) continue;
    const lack = isFolder(folder) ? `${path} is missing` : `there is no folder ${folder}`;
    const [why, hint] = isMissing
      ? [lack, "keep all executables of a release in one folder, and name that folder with --bin"]
      : [`${path} is not executable`, `run \`chmod +x ${shellWord(path)}\``];
    throw new UserError(`Cannot install the hooks: ${why}`, { hint });
  }
}

/** Tells if the word `mneme`, with which all commands in hints begin, starts this mneme in a shell. */
export function typedCommand(binFolder: string) {
  // npm and npx put such folders on the PATH only of what they start.
  const found = programOnPath("mneme", undefined, (path) => !/[\\/]node_modules[\\/]\.bin[\\/]/.test(path));
  const program = mnemeIn(binFolder);
  const link = commandLink();
  return {
    found,
    isThis: found !== undefined && leadsTo(found, program),
    /** The line for a shell's profile with which the shell finds this mneme. */
    line: pathLine(leadsTo(link, program) ? dirname(link) : binFolder),
  };
}

/** Returns the link on the PATH: only `mneme`, as names of hooks, such as `stop`, do not belong there. */
export const commandLink = (): string => join(homeFolder() ?? "", ".local", "bin", "mneme");

function pathLine(folder: string): string {
  if (Deno.build.os === "windows") return `$env:Path = '${folder.replaceAll("'", "''")};' + $env:Path`;
  return `export PATH="${folder.replace(/["\\$`]/g, "\\$&")}:$PATH"`;
}

/** Returns npm's folder of a file, else `undefined`. npm may delete it, so hooks are never registered there. */
export function packageRoot(path = ""): string | undefined {
  return /^(.*?)[\\/](?:node_modules[\\/].*|[^\\/]*\.cmd)$/.exec(realPath(path))?.[1]; // `.cmd`: starts it on Windows
}

/** Returns the folder in which the install scripts put versions, without links if it exists. Throws without a home. */
export function versionsRoot(): string {
  const variable = Deno.env.get(Deno.build.os === "windows" ? "LOCALAPPDATA" : "XDG_DATA_HOME") ?? "";
  if (isAbsolute(variable)) return realPath(join(variable, "mneme"));
  const home = homeFolder();
  if (home !== undefined) return realPath(join(home, ".local", "share", "mneme"));
  const hint = `set ${homeVariable()} to your home folder`;
  throw new UserError("Cannot install: no home folder is known", { hint });
}
