import { resolve } from "node:path";
import { UserError } from "../core/user_error.ts";
import { readEnvironment } from "../host/environment.ts";
import { findPaths } from "../host/paths.ts";
import type { Paths } from "../host/paths.ts";
import { launchFolder } from "../host/launch_folder.ts";
import { findProject } from "../host/project.ts";

/** Where mneme keeps its data; a `UserError` where that cannot be told. */
export function requirePaths(): Paths {
  const paths = findPaths();
  if (paths !== undefined) return paths;
  throw new UserError("Cannot find the data folder: neither MNEME_HOME nor HOME is an absolute path", {
    hint: "set MNEME_HOME to a folder such as /home/me/.mneme",
  });
}

/** The project that a command is about: the client's, else the one of the current folder. */
export function currentProject(): string {
  return findProject(launchFolder(readEnvironment("CLAUDE_PROJECT_DIR"), Deno.cwd()));
}

/** The project of a folder as a person writes it; the folder need not be there any more. */
export function projectAt(folder: string): string {
  return findProject(launchFolder(resolve(folder), undefined));
}
