import { coarseAge } from "../../core/ages.ts";
import { isExcludedProject } from "../../core/exclusion.ts";
import type { Paths } from "../../host/paths.ts";
import { listProjects, type ProjectView } from "../../store/projects.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../data_folder.ts";
import { isThere } from "../is_there.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { currentPauses } from "../pause_file.ts";
import { plainLine } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { alignRows } from "../table.ts";

const PATH_UNITS = 100;
const COUNTED = ["sessions", "prompts", "tools", "memories", "candidates", "predictions"] as const;

interface ListedProject extends ProjectView {
  /** Whether its folder is on this machine. */
  readonly is_there: boolean;
  readonly excluded: boolean;
  readonly paused: boolean;
}

/** `mneme projects list`. */
export function listAllProjects(options: { readonly json?: true }): void {
  const paths = requirePaths();
  const projects = readStore(paths, listProjects, []).map((view) => describe(view, paths));
  if (options.json) return printJson(projects);
  if (projects.length === 0) return warnLine("Nothing is kept of any project yet");
  const now = new Date();
  const rows = projects.map((project) => [
    plainLine(project.project, PATH_UNITS),
    project.last_at === null ? "-" : coarseAge(new Date(project.last_at), now),
    ...COUNTED.map((name) => String(project[name])),
    remark(project),
  ]);
  const head = ["project", "last", ...COUNTED, ""];
  for (const line of alignRows([head, ...rows], COUNTED.map((_, i) => 2 + i))) printLine(line);
}

function describe(view: ProjectView, paths: Paths): ListedProject {
  const { privacy } = evaluateProject(paths, view.project).settings;
  const pauses = currentPauses(paths, Date.now());
  return {
    ...view,
    is_there: isThere(view.project),
    excluded: isExcludedProject(view.project, privacy.exclude_projects),
    paused: pauses.some(({ scope, key }) => scope === "all" || (scope === "project" && key === view.project)),
  };
}

function remark({ is_there, excluded, paused }: ListedProject): string {
  return [excluded ? "excluded" : "", paused ? "paused" : "", is_there ? "" : "folder is gone"]
    .filter((part) => part !== "").join(", ");
}
