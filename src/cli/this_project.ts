import { parentFolder } from "../core/slashes.ts";
import { UserError } from "../core/user_error.ts";
import type { Paths } from "../host/paths.ts";
import { firstKnownProject } from "../store/session_views.ts";
import { currentProject } from "./data_folder.ts";
import { isThere } from "./is_there.ts";
import { readStore } from "./read_store.ts";

/**
 * The project that a person in the current folder means. A session belongs to the folder that the client was started
 * in, and a shell often stands deeper: inside a repository it is the nearest folder, up to the repository's own, that
 * has sessions; else the current one. Works without a usable database.
 */
export function thisProject(paths: Paths): string {
  const project = currentProject();
  const folders = foldersInRepository(project);
  try {
    return readStore(paths, (store) => firstKnownProject(store, folders), undefined) ?? project;
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
