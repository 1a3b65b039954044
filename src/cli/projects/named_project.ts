import { resolve } from "node:path";
import { UserError } from "../../core/user_error.ts";
import { listProjects, type ProjectView } from "../../store/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectAt } from "../data_folder.ts";
import { plainText } from "../plain_text.ts";

/**
 * The project that a person means by a path, which may be gone from this machine: as it is written, or else where its links
 * lead, and the main working tree that it belongs to. A `UserError` where nothing is kept of either.
 */
export function requireProject(store: Store, path: string): ProjectView {
  const folder = resolve(path);
  const projects = listProjects(store);
  const named = (name: string) => projects.find(({ project }) => project === name);
  const found = named(folder) ?? named(projectAt(folder));
  if (found !== undefined) return found;
  throw new UserError(`Cannot find the project ${plainText(folder)}: nothing is kept of it`, {
    hint: "`mneme projects list` shows what there is",
  });
}
