// Excludes a project from capture: `mneme projects exclude`.
import { UserError } from "../../base/user_error.ts";
import { folderPath, type Paths } from "../../machine/paths.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import type { Flags } from "../frame/command.ts";
import { changeSetting } from "./change.ts";
import { compileConfig, evaluateProject, refreshAllCaches } from "./compile.ts";
import { LABELS } from "./evaluate.ts";
import { entryOf, patternsOf } from "./folders.ts";
import { projectAt, requirePaths, warnAbsent } from "../frame/home.ts";
import { holdLock } from "../frame/locks.ts";
import { printJson, printLine } from "../frame/output.ts";
import { plainText, shellWord } from "../frame/plain_text.ts";

const KEY = "privacy.exclude_projects";

/** With `--undo`, throws a `UserError` if another entry still excludes the project. */
export function excludeProject(folder: string, { undo, json }: Flags<never, "undo">): void {
  const [paths, project] = [requirePaths(), projectAt(folder)];
  using _lock = holdLock(paths, "changes");
  // Wrong entries stay as they are written.
  const listed = evaluateProject(paths, project).written.user.get(KEY) ?? [];
  if (!Array.isArray(listed)) {
    const hint = "`mneme config check` says where";
    throw new UserError(`Cannot change ${KEY} in ${paths.configFile}: it is not a list`, { hint });
  }
  const others = listed.filter((entry) => !isNamedBy(project, entry));
  const isListed = others.length < listed.length;
  const isChanged = undo ? isListed : !isListed;
  const value = undo ? others : [...others, entryOf(project)];
  if (isChanged) changeSetting(paths, project, { key: KEY, scope: "user", value });
  const { settings, problems } = compileConfig(paths, project); // stores the exclusion's start, or notes its end
  const left = undo && exclusionOf(paths, project);
  const [name, word] = [plainText(project), shellWord(project)];
  if (undo && !left && isExcludedProject(project, settings.privacy.exclude_projects)) { // its end could not be noted
    if (isChanged) changeSetting(paths, project, { key: KEY, scope: "user", value: listed });
    throw new UserError(`Cannot capture ${name} again: ${problems.at(-1)}`);
  }
  refreshAllCaches(paths);
  if (isChanged && !undo) warnAbsent(project);
  if (json) printJson({ project, excluded: !undo || left !== undefined, changed: isChanged });
  if (left) throw new UserError(`Cannot capture ${name} again: ${left.by} excludes it`, { hint: left.fix });
  if (json) return;
  if (!isChanged) {
    return printLine(`${name} is ${undo ? "not excluded" : "excluded already"}; nothing was changed`);
  }
  if (undo) return printLine(`Took ${name} out of ${KEY}: it is captured again`);
  printLine(`Excluded ${name}: nothing is captured or brought back there; what is already stored stays`);
  printLine(`Remove that: mneme projects forget ${word}; undo: mneme projects exclude --undo ${word}`);
}

/** Names the entry that excludes a project: it stands in the file (`written`), or is among the last good values. */
export function exclusionOf(paths: Paths, project: string) {
  const { given, written } = evaluateProject(paths, project);
  for (const scope of ["user", "project"] as const) {
    const listed = (given[scope].get(KEY) ?? []) as readonly string[];
    const entry = listed.find((one) => isExcludedProject(project, patternsOf(one)));
    if (entry === undefined) continue;
    const isWritten = [written[scope].get(KEY)].flat().includes(entry);
    const where = isWritten ? LABELS[scope] : `the last good values of ${LABELS[scope]}`;
    const fix = !isWritten
      ? "correct the mistakes that `mneme config check` names"
      : scope === "user" && isNamedBy(project, entry)
      ? `mneme projects exclude --undo ${shellWord(project)}`
      : "take that entry out of the file";
    return { by: `"${plainText(entry)}" in ${where}`, fix };
  }
}

/** Returns true if an entry names this very project, not a folder above or a pattern. */
function isNamedBy(project: string, entry: unknown): boolean {
  if (typeof entry !== "string" || (entry.includes("*") && entry !== project)) return false;
  return patternsOf(entry).some((one) => folderPath(one) === project);
}
