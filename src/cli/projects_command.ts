// `mneme projects`: lists, merges, forgets and excludes projects.
import { Command, type Flags, type Output, requireYes } from "./frame/command.ts";
import { coarseAge } from "../base/time.ts";
import { UsageError } from "../base/user_error.ts";
import { refreshGhapIndex } from "../hook/ghap_entries.ts";
import { isAbsolute } from "../machine/paths.ts";
import { isPaused, readPauses } from "../machine/pause.ts";
import { isExcludedProject } from "../privacy/exclusion.ts";
import {
  listProjects,
  MOVABLE_TABLES,
  moveItems,
  type ProjectView,
  removeAllRows,
  removeRows,
  sessionsFromElsewhere,
  sessionsOfProject,
  uniteValues,
} from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import { projectName } from "../sync/portable.ts";
import { evaluateProject, removeCaches } from "./config/compile.ts";
import { openHome, projectAt, readStore, requirePaths } from "./frame/home.ts";
import { isThere, resolvePath } from "./frame/typed_paths.ts";
import { noSuchItem } from "./items/find_item.ts";
import {
  filesNaming,
  leaveNoTrace,
  leaveOutTranscripts,
  openToForget,
  printOlder,
  removeSessionDetails,
} from "./copies/leave_no_trace.ts";
import { alignRows, amount, plainLine, plainText } from "./frame/plain_text.ts";
import { printJson, printLine, warnLine } from "./frame/output.ts";
import { Workload } from "./frame/workload.ts";
import { excludeProject } from "./config/exclude.ts";
import { apartFromSync, reachBeyond } from "./sync/open_space.ts";

export function projectsCommand(): Command {
  const projects = new Command("projects").example("mneme projects list");
  projects.subcommand("list", "List the projects with stored data, the last used first")
    .orJson("mneme projects list", listAllProjects);
  projects.subcommand("merge", "Make one project part of another, as when its folder was renamed")
    .argument("<from>", "its former folder, which may be gone")
    .argument("<into>", "its present folder")
    .orJson("mneme projects merge ~/old-name ~/new-name", mergeIntoProject);
  projects.subcommand("settle", "Give a project's folder the memories that sync has brought")
    .argument("<dir>", "the project's folder; the first session in this folder does the same")
    .orJson("mneme projects settle ~/shop", settleProject);
  projects.subcommand(
    "forget",
    "Remove all data of a project, also its memories; the next sync also removes what your other machines and teams got of it",
  )
    .argument("<dir>", "its folder")
    .option("--yes", "confirm; without --yes, the command only says what it would remove")
    .option("--here", "only on this machine: your other machines and teams keep what they got")
    .orJson("mneme projects forget ~/client-work --yes", forgetProject);
  projects.subcommand("exclude", "Record and show nothing in a project from now on")
    .argument("<dir>", "its folder")
    .option("--undo", "end the exclusion")
    .orJson("mneme projects exclude ~/client-work", excludeProject);
  return projects;
}

const COUNTED = ["sessions", "prompts", "tools", "memories", "candidates", "predictions"] as const;

function listAllProjects(options: Output): void {
  const paths = requirePaths();
  const projects = readStore(paths, listProjects).map((view) => {
    const { project } = view;
    const { privacy } = evaluateProject(paths, project).settings;
    return {
      ...view,
      is_there: isThere(project),
      excluded: isExcludedProject(project, privacy.exclude_projects),
      paused: isPaused(readPauses(paths), { project, session: "", now: Date.now() }),
    };
  });
  if (options.json) return printJson(projects);
  if (projects.length === 0) return warnLine("Nothing is kept of any project yet");
  const now = new Date();
  const rows = projects.map((project) => {
    const { excluded, paused, is_there } = project;
    const lacks = isAbsolute(project.project) ? "folder is gone" : "not on this machine";
    const remarks = [excluded ? "excluded" : "", paused ? "paused" : "", is_there ? "" : lacks];
    return [
      plainLine(project.project, 100),
      project.last_at === null ? "-" : coarseAge(new Date(project.last_at), now),
      ...COUNTED.map((name) => String(project[name])),
      remarks.filter((remark) => remark !== "").join(", "),
    ];
  });
  const head = ["project", "last", ...COUNTED, ""];
  for (const line of alignRows([head, ...rows], COUNTED.map((_, i) => 2 + i))) printLine(line);
}

async function mergeIntoProject(from: string, into: string, options: Output): Promise<void> {
  const target = projectAt(into);
  const { store } = openHome();
  using _closed = store;
  const source = requireProject(store, from);
  if (source.project === target) {
    throw new UsageError("Cannot merge a project into itself", { hint: "give two folders" });
  }
  if (!isThere(target)) requireProject(store, target); // refuses a mistyped folder
  uniteValues(store, source.project, target);
  await mergeProject(store, source, target, options);
}

/** Gives a folder its project's rows, which a sync that did not know the folder has stored under the project's name. */
async function settleProject(folder: string, options: Output): Promise<void> {
  const target = projectAt(folder);
  const name = projectName(target);
  const { store } = openHome();
  using _closed = store;
  const arrived = listProjects(store).find(({ project }) => project === name && project !== target);
  if (arrived === undefined) return warnLine(`Nothing has arrived for ${plainText(target)}`);
  await mergeProject(store, arrived, target, options);
}

async function mergeProject(store: Store, source: ProjectView, target: string, options: Output) {
  const { project, sessions, memories, predictions } = source;
  await moveProject(store, project, target);
  if (options.json) return printJson({ from: project, into: target, sessions, memories, predictions });
  const moved = [amount(sessions, "session"), amount(memories, "memory"), amount(predictions, "prediction")];
  printLine(`Merged ${plainText(project)} into ${plainText(target)}: ${moved.join(", ")}`);
}

async function forgetProject(folder: string, options: Flags<never, "yes" | "here">): Promise<void> {
  const { store, paths } = openToForget();
  using _closed = store;
  const view = requireProject(store, folder);
  const { asked, told } = reachBeyond({ store, paths }, view.project, options);
  requireYes(options.yes, `forget ${plainText(view.project)}`, `it has ${contents(view)}${asked}`);
  const sessions = sessionsOfProject(store, view.project);
  leaveOutTranscripts(paths, "project", [view.project]);
  leaveOutTranscripts(paths, "session", sessionsFromElsewhere(store, view.project));
  await removeSessionDetails(store, { sessions: new Set(sessions) });
  const remove = () => removeProject(store, view.project);
  await (options.here ? apartFromSync({ store, paths }, view.project, remove) : remove());
  refreshGhapIndex(store, paths);
  removeCaches(paths, view.project);
  await leaveNoTrace(store, paths);
  // A file from before a merge names the former folder, so the ids of sessions are looked for, too.
  const files = filesNaming(paths, [view.project, ...sessions]);
  if (options.json) return printJson({ ...view, left: { files } });
  printLine(`Forgot ${plainText(view.project)}: ${contents(view)}`);
  told.forEach(printLine);
  printOlder(files);
}

function contents({ sessions, prompts, tools, ...rest }: ProjectView): string {
  const recorded = [amount(sessions, "session"), amount(prompts, "prompt"), amount(tools, "tool call")];
  return [...recorded, amount(rest.memories, "memory"), amount(rest.predictions, "prediction")].join(", ");
}

/** Returns the project of a folder, which may be gone. Throws a `UserError` if nothing of it is stored. */
function requireProject(store: Store, path: string): ProjectView {
  const folder = path === "" ? '""' : resolvePath(path); // an unset variable must not name the current folder
  const projects = listProjects(store);
  const named = (name: string) => projects.find(({ project }) => project === name);
  // The name is tried as typed first: a Windows path cannot be made absolute on another system.
  return named(path) ?? named(folder) ?? named(projectAt(folder)) ??
    noSuchItem(`the project ${plainText(folder)}`, "mneme projects list");
}

/** The most items that one transaction moves or removes: few, so that hooks can write in between. */
const ROWS_AT_ONCE = 50;

/** Removes the code index, whose paths are of the old folder, and moves all else. Can resume after a kill. */
export async function moveProject(store: Store, from: string, into: string): Promise<void> {
  await removeCode(store, from);
  const work = new Workload(store, { maxMs: Infinity });
  await moveItems(store, { from, into, limit: ROWS_AT_ONCE }, () => work.rest());
}

/** Removes what is left once the sessions' details are gone. Can resume after a kill. */
export async function removeProject(store: Store, project: string): Promise<void> {
  await removeCode(store, project);
  for (const table of MOVABLE_TABLES) await removeInPortions(store, table, project);
  removeAllRows(store, project, "not_here", "search_partitions");
}

async function removeCode(store: Store, project: string): Promise<void> {
  await removeInPortions(store, "code_units", project);
  removeAllRows(store, project, "code_files");
}

function removeInPortions(store: Store, table: string, project: string): Promise<number> {
  const work = new Workload(store, { maxMs: Infinity });
  return work.repeat(() => removeRows(store, table, project, ROWS_AT_ONCE));
}
