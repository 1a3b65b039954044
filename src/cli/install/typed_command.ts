import { basename, dirname, join } from "node:path";
import { homeFolder } from "../../host/paths.ts";
import { programOnPath } from "../program_on_path.ts";

/** What a shell makes of the word `mneme`, with which every hint begins. */
export interface TypedCommand {
  /** The file that it starts; `undefined` where it finds none. */
  readonly found: string | undefined;
  /** Whether that is the mneme in the given folder. */
  readonly isThis: boolean;
  /** What makes it so, in the profile of a shell. */
  readonly line: string;
}

/** Looks along the PATH for the `mneme` of the folder with the executables. */
export function typedCommand(executables: string): TypedCommand {
  const found = programOnPath("mneme");
  const program = join(executables, Deno.build.os === "windows" ? "mneme.exe" : "mneme");
  const leadsHere = (path: string) => isSameFile(path, program);
  // The installer's folder has `mneme` alone; hooks have names such as `stop`, which a PATH is better without.
  const link = join(homeFolder() ?? "", ".local", "bin", "mneme");
  return {
    found,
    isThis: found !== undefined && [found, startedByPlugin(found)].some(leadsHere),
    line: pathLine(leadsHere(link) ? dirname(link) : executables),
  };
}

/** The plugin's `bin/mneme` is a script that starts what lies in its folder of programs. */
function startedByPlugin(script: string): string {
  return join(dirname(dirname(script)), "programs", basename(script));
}

function pathLine(folder: string): string {
  if (Deno.build.os === "windows") return `$env:Path = '${folder.replaceAll("'", "''")};' + $env:Path`;
  return `export PATH="${folder.replace(/["\\$`]/g, "\\$&")}:$PATH"`;
}

function isSameFile(one: string, other: string): boolean {
  try {
    return Deno.realPathSync(one) === Deno.realPathSync(other);
  } catch {
    return false; // one of them is not there
  }
}
