import { parentFolder } from "../../base/slashes.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { firstKnownProject } from "../../store/sessions.ts";
import { currentProject, projectAt } from "./data_folder.ts";
import { isThere } from "./is_there.ts";
import { readStore } from "./prepare_home.ts";

/**
 * Returns the project of the current folder. A session belongs to the folder in which the client was started, and a
 * shell is often in a folder below it. So inside a repository, the project is the nearest folder with sessions, up to
 * the repository's top; else it is the current folder. Works without a usable database.
 */
export function thisProject(paths: Paths): string {
  const project = currentProject();
  const folders = foldersInRepository(project);
  try {
    return readStore(paths, (store) => firstKnownProject(store, folders)) ?? project;
  } catch (error) {
    if (error instanceof UserError) return project; // pausing must not depend on the database
    throw error;
  }
}

/** Returns the folder and those above it, up to the one with `.git`; none outside of a repository. */
export function foldersInRepository(folder: string): string[] {
  const folders: string[] = [];
  for (let rest = folder; rest !== ""; rest = parentFolder(rest)) {
    folders.push(rest);
    if (isThere(`${rest}/.git`)) return folders;
  }
  return [];
}

/** The option `--json`. */
export interface Output {
  readonly json?: true;
}

/** The options of a command that lists items. */
export interface PlaceOptions extends Output {
  readonly project?: string | undefined;
  readonly all?: true | undefined;
  readonly limit?: string;
}

/** Returns the chosen project; `undefined` for all projects. */
export function chosenProject(
  options: Pick<PlaceOptions, "project" | "all">,
  paths: Paths,
): string | undefined {
  if (options.all && options.project !== undefined) {
    throw new UsageError("Cannot take --all and --project together", { hint: "give one of them" });
  }
  if (options.all) return undefined;
  return options.project === undefined ? thisProject(paths) : projectAt(options.project);
}

/** Returns the number given with `--limit`. Throws a `UsageError` for any other text. */
export function chosenLimit(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : cannotTake(text, "--limit", "give a number from 1 on");
}

/** Throws a `UsageError` for an argument that is not what was expected. */
export function cannotTake(given: string, as: string, hint: string): never {
  throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as ${as}`, { hint });
}
