import { resolve } from "node:path";
import type { ScratchpadSettings } from "../../core/settings.ts";
import { parentFolder } from "../../core/slashes.ts";
import { readEnvironment } from "../../host/environment.ts";
import { findProject } from "../../host/project.ts";
import { isAbsolute } from "../../host/paths.ts";
import { ScratchpadFiles } from "../../host/scratchpad_files.ts";
import { hasScratchpads, scratchpadFolder } from "../../host/scratchpad_folder.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../data_folder.ts";
import { isThere, realPath } from "../is_there.ts";

/** The scratchpads that a person means, and what holds for them. */
export interface ScratchpadPlace {
  /** The client's launch folder; in a git worktree the worktree itself, as agents write there. */
  readonly project: string;
  readonly files: ScratchpadFiles;
  readonly settings: ScratchpadSettings;
}

/** Of the folder given, else the client's, else the nearest above the current one that has any. */
export function findScratchpads(given: string | undefined): ScratchpadPlace {
  const project = given === undefined ? launchProject() : realPath(resolve(given));
  const { settings } = evaluateProject(requirePaths(), findProject(project));
  return { project, files: new ScratchpadFiles(scratchpadFolder(project)), settings: settings.scratchpad };
}

function launchProject(): string {
  const client = readEnvironment("CLAUDE_PROJECT_DIR");
  if (client !== undefined && isAbsolute(client)) return resolve(client);
  const current = Deno.cwd();
  for (let folder = current; folder !== ""; folder = parentFolder(folder)) {
    if (hasScratchpads(folder)) return folder;
    if (isThere(`${folder}/.git`)) break;
  }
  return current;
}
