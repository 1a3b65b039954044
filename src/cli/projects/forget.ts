import { UserError } from "../../base/user_error.ts";
import { refreshGhapIndex } from "../../hook/ghap_entries.ts";
import {
  CODE_TABLE,
  forgetCodeFiles,
  forgetPartitions,
  listProjects,
  MOVABLE_TABLES,
  moveRows,
  type ProjectView,
  reindexProject,
  removeRows,
  sessionsOfProject,
} from "../../store/projects.ts";
import type { Store } from "../../store/store.ts";
import { removeCaches } from "../config/compile.ts";
import { projectAt } from "../data_folder.ts";
import { resolvePath } from "../is_there.ts";
import { leaveNoTrace, openToForget, removeSessionDetails } from "../keeping/leave_no_trace.ts";
import { warnOfBackups } from "../memory/backups.ts";
import { printJson, printLine } from "../output.ts";
import { alignRows, amount, countRows, plainText } from "../plain_text.ts";
import { inPortions } from "../rest.ts";
import type { Output } from "../this_project.ts";

/** `mneme projects forget`: everything of a project goes, from every page of the file. */
export async function forgetProject(
  folder: string,
  options: Output & { readonly yes?: true },
): Promise<void> {
  const { store, paths } = openToForget();
  using _closed = store;
  const view = requireProject(store, folder);
  if (!options.yes) {
    throw new UserError(
      `Cannot forget ${plainText(view.project)} unasked: it has ${amount(view.sessions, "session")}`,
      {
        hint: "repeat the command with --yes",
      },
    );
  }
  const sessions = new Set(sessionsOfProject(store, view.project));
  await removeSessionDetails(store, { sessions });
  await removeProject(store, view.project);
  refreshGhapIndex(store, paths);
  removeCaches(paths, view.project);
  await leaveNoTrace(store, paths);
  warnOfBackups(paths);
  if (options.json) return printJson(view);
  printLine(`Forgot ${plainText(view.project)}`);
  alignRows(countRows(view), [1]).forEach(printLine);
}

/**
 * The project that a person means by a path, which may be gone from this machine: as it is written, or else where its links
 * lead, and the main working tree that it belongs to. A `UserError` where nothing is kept of either.
 */
export function requireProject(store: Store, path: string): ProjectView {
  const folder = resolvePath(path);
  const projects = listProjects(store);
  const named = (name: string) => projects.find(({ project }) => project === name);
  const found = named(folder) ?? named(projectAt(folder));
  if (found !== undefined) return found;
  throw new UserError(`Cannot find the project ${plainText(folder)}: nothing is kept of it`, {
    hint: "`mneme projects list` shows what there is",
  });
}

/** Rows of the largest texts, with their words in the index, in a few milliseconds: hooks go on meanwhile. */
const ROWS_AT_ONCE = 50;

/**
 * Gives everything of one project to another. Whoever kills it can run it again. Of code nothing is kept: its paths
 * mean files of the other folder, and `mneme index` reads the new one.
 */
export async function moveProject(store: Store, from: string, into: string): Promise<void> {
  await removeCode(store, from);
  reindexProject(store, from);
  for (const table of MOVABLE_TABLES) {
    await inPortions(() => moveRows(store, table, { from, into, limit: ROWS_AT_ONCE }));
  }
  reindexProject(store, from); // what was indexed meanwhile, before its session had moved
}

/** Removes all that is left of a project once its sessions' details are gone. Whoever kills it can run it again. */
export async function removeProject(store: Store, project: string): Promise<void> {
  await removeCode(store, project);
  for (const table of MOVABLE_TABLES) {
    await inPortions(() => removeRows(store, table, { project, limit: ROWS_AT_ONCE }));
  }
  forgetPartitions(store, project);
}

async function removeCode(store: Store, project: string): Promise<void> {
  await inPortions(() => removeRows(store, CODE_TABLE, { project, limit: ROWS_AT_ONCE }));
  forgetCodeFiles(store, project);
}
