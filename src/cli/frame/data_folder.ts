import { UserError } from "../../base/user_error.ts";
import { readEnvironment } from "../../machine/environment.ts";
import { findPaths, homeVariable, type Paths } from "../../machine/paths.ts";
import { findProject, launchFolder } from "../../machine/project.ts";
import { RESERVED } from "./attempt.ts";
import { isReserved, realPath, resolvePath } from "./is_there.ts";
import { plainText } from "./plain_text.ts";

/** The advice if there can be no data folder. */
export const CHOOSE_FOLDER = "set MNEME_HOME to a folder such as " +
  (Deno.build.os === "windows" ? "C:\\Users\\me\\.mneme" : "/home/me/.mneme");

/** Returns the paths of mneme's data. Throws a `UserError` if there is no data folder, or it cannot be used. */
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

/** Returns the reason why `findPaths` returned `undefined`. */
export function whyNoPaths(): string {
  const chosen = readEnvironment("MNEME_HOME");
  if (chosen !== undefined) return `MNEME_HOME is ${plainText(chosen)}, which is not an absolute path`;
  return `MNEME_HOME is not set, and ${homeVariable()} is not an absolute path`;
}

/** Returns the project of the client's launch folder, else that of the current folder. */
export function currentProject(): string {
  return findProject(launchFolder(readEnvironment("CLAUDE_PROJECT_DIR"), Deno.cwd()));
}

/** Returns the project of a folder that a person has typed. The folder may be a link, or not exist any more. */
export function projectAt(folder: string): string {
  // A Windows path on another system is a project of another machine, from a replay or a sync.
  if (Deno.build.os !== "windows" && /^[A-Za-z]:[\\/]/.test(folder)) {
    return launchFolder(folder, undefined, "windows");
  }
  return findProject(launchFolder(realPath(resolvePath(folder)), undefined));
}
