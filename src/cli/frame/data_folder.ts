import { UserError } from "../../base/user_error.ts";
import { readEnvironment } from "../../machine/environment.ts";
import { findPaths, homeVariable, type Paths } from "../../machine/paths.ts";
import { findProject, launchFolder } from "../../machine/project.ts";
import { RESERVED } from "./attempt.ts";
import { isReserved, realPath, resolvePath } from "./is_there.ts";
import { plainText } from "./plain_text.ts";

/** Holds what to do where there can be no data folder. */
export const CHOOSE_FOLDER = "set MNEME_HOME to a folder such as " +
  (Deno.build.os === "windows" ? "C:\\Users\\me\\.mneme" : "/home/me/.mneme");

/** Finds where mneme keeps its data; throws a `UserError` where that cannot be told, or is no place for it. */
export function requirePaths(): Paths {
  const paths = findPaths();
  if (paths === undefined) {
    throw new UserError(`Cannot find the data folder: ${whyNoPaths()}`, { hint: CHOOSE_FOLDER });
  }
  if (!isReserved(paths.root)) return paths;
  throw new UserError(`Cannot use the data folder ${plainText(paths.root)}: ${RESERVED}`, {
    hint: CHOOSE_FOLDER,
  });
}

/** Why `findPaths` found none. */
export function whyNoPaths(): string {
  const chosen = readEnvironment("MNEME_HOME");
  if (chosen !== undefined) return `MNEME_HOME is ${plainText(chosen)}, which is not an absolute path`;
  return `MNEME_HOME is not set, and ${homeVariable()} is not an absolute path`;
}

/** The project that a command is about: the client's, else the one of the current folder. */
export function currentProject(): string {
  return findProject(launchFolder(readEnvironment("CLAUDE_PROJECT_DIR"), Deno.cwd()));
}

/** The project of a folder as a person writes it, by a link or not; the folder need not be there any more. */
export function projectAt(folder: string): string {
  // A project of another machine, whose sessions were replayed or came by sync.
  if (Deno.build.os !== "windows" && /^[A-Za-z]:[\\/]/.test(folder)) {
    return launchFolder(folder, undefined, "windows");
  }
  return findProject(launchFolder(realPath(resolvePath(folder)), undefined));
}
