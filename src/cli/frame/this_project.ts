import { parentFolder } from "../../base/slashes.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { firstKnownProject } from "../../store/sessions.ts";
import { currentProject, projectAt } from "./data_folder.ts";
import { isThere } from "./is_there.ts";
import { readStore } from "./prepare_home.ts";

/**
 * The project that a person in the current folder means. A session belongs to the folder that the client was started
 * in, and a shell often stands deeper: inside a repository it is the nearest folder, up to the repository's own, that
 * has sessions; else the current one. Works without a usable database.
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

/** The folder and those above it up to the one with `.git`; none outside of a repository. */
function foldersInRepository(folder: string): string[] {
  const folders: string[] = [];
  for (let rest = folder; rest !== ""; rest = parentFolder(rest)) {
    folders.push(rest);
    if (isThere(`${rest}/.git`)) return folders;
  }
  return [];
}

/** The option by which a command prints JSON. */
export interface Output {
  readonly json?: true;
}

/** The project of a listing, its length, and its form. */
export interface PlaceOptions extends Output {
  readonly project?: string | undefined;
  readonly all?: true | undefined;
  readonly limit?: string;
}

/** The project that is meant; `undefined` for every project. */
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

/** The number behind `--limit`; a `UsageError` for what is none. */
export function chosenLimit(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : cannotTake(text, "--limit", "give a number from 1 on");
}

/** Throws the `UsageError` for a word that is none of what is meant. */
export function cannotTake(given: string, as: string, hint: string): never {
  throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as ${as}`, { hint });
}
