import { dirname, join } from "node:path";
import { homeFolder } from "../../host/paths.ts";
import { leadsTo } from "../../host/mneme_command.ts";
import { programOnPath } from "../../host/program_on_path.ts";

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
  // The installer's folder has `mneme` alone; hooks have names such as `stop`, which a PATH is better without.
  const link = join(homeFolder() ?? "", ".local", "bin", "mneme");
  return {
    found,
    isThis: found !== undefined && leadsTo(found, program),
    line: pathLine(leadsTo(link, program) ? dirname(link) : executables),
  };
}

function pathLine(folder: string): string {
  if (Deno.build.os === "windows") return `$env:Path = '${folder.replaceAll("'", "''")};' + $env:Path`;
  return `export PATH="${folder.replace(/["\\$`]/g, "\\$&")}:$PATH"`;
}
