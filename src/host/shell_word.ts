import { readEnvironment } from "./environment.ts";
import { programOnPath } from "./program_on_path.ts";
import { leadsTo } from "./mneme_command.ts";
import { siblingMneme } from "./sibling_path.ts";

/** What a shell with this PATH makes of the word `mneme`. */
export interface ShellWord {
  readonly path: string | undefined;
  /** What it starts, where that is the `mneme` beside the running program. */
  readonly file: string | null;
}

/** Looks along the PATH: too long for each run of a hook, which costs 0.05 ms for each folder that does not have it. */
export function findShellWord(): ShellWord {
  const found = programOnPath("mneme");
  const isOurs = found !== undefined && leadsTo(found, siblingMneme());
  return { path: readEnvironment("PATH"), file: isOurs ? found : null };
}
