import { UserError } from "../../base/user_error.ts";
import { type Paths, withoutTrailingSlash } from "../../machine/paths.ts";
import { findProject } from "../../machine/project.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import type { Flags, Output } from "../frame/command.ts";
import { changeSetting, toArgument } from "./change.ts";
import { evaluateProject, refreshAllCaches } from "./compile.ts";
import { LABELS } from "./evaluate.ts";
import { patternsOf } from "./folders.ts";
import { openHome, projectAt, requirePaths, warnAbsent } from "../frame/home.ts";
import { holdLock } from "../frame/locks.ts";
import { printJson, printLine } from "../frame/output.ts";
import { plainText, shellWord } from "../frame/plain_text.ts";

const KEY = "privacy.exclude_projects";

/** Runs `mneme projects exclude`: from then on mneme records and shows nothing in a project. */
export function excludeProject(folder: string, options: Flags<never, "undo">): void {
  openHome().store.close();
  const paths = requirePaths();
  const project = projectAt(folder, (tree) => listedIn(paths, tree).some((entry) => isNamedBy(tree, entry)));
  using _lock = holdLock(paths, "changes");
  return options.undo ? include(paths, project, options) : exclude(paths, project, options);
}

function exclude(paths: Paths, project: string, { json }: Output): void {
  const listed = listedIn(paths, project);
  const isListed = listed.some((entry) => isNamedBy(project, entry));
  const isChanged = !isListed && writeList(paths, project, [...listed, project]);
  refreshAllCaches(paths);
  if (isChanged) warnAbsent(project);
  if (json) return printJson({ project, excluded: true, changed: isChanged });
  const [name, word] = [plainText(project), shellWord(project)];
  if (!isChanged) return printLine(`${name} is excluded already; nothing was changed`);
  printLine(`Excluded ${name}: nothing is captured or brought back there; what is kept of it stays`);
  printLine(`Remove that: mneme projects forget ${word}; undo: mneme projects exclude --undo ${word}`);
}

/** Removes a project from the list. Throws a `UserError` if another entry still excludes it. */
function include(paths: Paths, project: string, { json }: Output): void {
  const listed = listedIn(paths, project);
  const others = listed.filter((entry) => !isNamedBy(project, entry));
  const isChanged = others.length < listed.length && writeList(paths, project, others);
  refreshAllCaches(paths);
  const left = exclusionOf(paths, project);
  if (json) printJson({ project, excluded: left !== undefined, changed: isChanged });
  const name = plainText(project);
  if (left !== undefined) {
    const hint = `run \`${left.fix}\``;
    throw new UserError(`Cannot capture ${name} again: ${left.by} excludes it`, { hint });
  }
  if (json) return;
  if (isChanged) printLine(`Took ${name} out of ${KEY}: it is captured again`);
  else printLine(`${name} is not excluded; nothing was changed`);
}

/**
 * Returns the first entry that excludes a project with its file (`by`), and the command that removes the entry or shows
 * what is wrong with the file (`fix`); `undefined` if the project is not excluded.
 */
export function exclusionOf(paths: Paths, project: string) {
  const { given, written } = evaluateProject(paths, project);
  const shared = findProject(project);
  for (const scope of ["user", "project"] as const) {
    const listed = (given[scope].get(KEY) ?? []) as readonly string[];
    const isBy = (entry: string) => (folder: string) => isExcludedProject(folder, patternsOf(entry));
    const [entry] = listed.filter((one) => [project, shared].some(isBy(one)));
    if (entry === undefined) continue;
    const name = `"${plainText(entry)}"`;
    const inFile = written[scope].get(KEY);
    if (!Array.isArray(inFile) || !inFile.includes(entry)) {
      return { by: `${name} in the last good ${LABELS[scope]}`, fix: "mneme config check" };
    }
    const by = `${name} in ${LABELS[scope]}`;
    if (scope === "user" && isNamedBy(project, entry)) {
      return { by, fix: `mneme projects exclude --undo ${shellWord(project)}` };
    }
    const others = listed.filter((one) => one !== entry);
    const change = others.length === 0 ? `unset ${KEY}` : `set ${KEY} ${toArgument(others)}`;
    return { by, fix: `mneme config ${change}${scope === "project" ? " --project" : ""}` };
  }
}

/** Returns true if an entry names exactly this project, not a folder above it or a pattern. */
function isNamedBy(project: string, entry: unknown): boolean {
  return typeof entry === "string" && patternsOf(entry).some((one) => withoutTrailingSlash(one) === project);
}

/** Returns the user's entries as written, including wrong ones: changing one must not remove others. */
function listedIn(paths: Paths, project: string): readonly unknown[] {
  const written = evaluateProject(paths, project).written.user.get(KEY) ?? [];
  if (Array.isArray(written)) return written;
  throw new UserError(`Cannot change ${KEY} in ${paths.configFile}: it is not a list`, {
    hint: "`mneme config check` says where",
  });
}

function writeList(paths: Paths, project: string, value: readonly unknown[]): boolean {
  return changeSetting(paths, project, { key: KEY, scope: "user", value }).isChanged;
}
