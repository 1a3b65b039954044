import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { changeSetting } from "../config/change.ts";
import { evaluateProject } from "../config/compile.ts";
import { EXCLUSIONS_KEY, exclusionsOf, howToInclude, isNamedBy } from "../config/exclusions.ts";
import { inHomeFolder } from "../config/folders.ts";
import { refreshAllCaches } from "../config/refresh.ts";
import { projectAt, requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { plainText, shellWord } from "../plain_text.ts";
import { prepareHome } from "../prepare_home.ts";

export interface ExcludeOptions {
  readonly undo?: true;
  readonly json?: true;
}

/** `mneme projects exclude`: from now on nothing is captured or shown there. */
export function excludeProject(folder: string, options: ExcludeOptions): void {
  prepareHome();
  const paths = requirePaths();
  const project = projectAt(inHomeFolder(folder) ?? folder); // a quoted ~ reaches us as it is
  return options.undo ? include(paths, project, options) : exclude(paths, project, options);
}

function exclude(paths: Paths, project: string, { json }: ExcludeOptions): void {
  const listed = listedIn(paths, project);
  const isListed = listed.some((entry) => isNamedBy(project, entry));
  const isChanged = !isListed && writeList(paths, project, [...listed, project]);
  refreshAllCaches(paths);
  if (json) return printJson({ project, excluded: true, changed: isChanged });
  const [name, word] = [plainText(project), shellWord(project)];
  if (!isChanged) return printLine(`${name} was excluded already`);
  printLine(`Nothing is captured or shown in ${name} any more; what is kept of it stays`);
  printLine(`Remove that: mneme projects forget ${word}; undo: mneme projects exclude --undo ${word}`);
}

/** A `UserError` where something else excludes the project, which stays so. */
function include(paths: Paths, project: string, { json }: ExcludeOptions): void {
  const listed = listedIn(paths, project);
  const others = listed.filter((entry) => !isNamedBy(project, entry));
  const isChanged = others.length < listed.length && writeList(paths, project, others);
  refreshAllCaches(paths);
  const left = exclusionsOf(paths, project, evaluateProject(paths, project));
  if (json) printJson({ project, excluded: left.length > 0, changed: isChanged });
  const name = plainText(project);
  if (left.length > 0) {
    const why = isChanged ? `its own entry is gone, but it is still excluded` : "it has no entry of its own";
    throw new UserError(`Cannot capture ${name} again: ${why}`, { hint: howToInclude(project, left) });
  }
  if (!json) printLine(isChanged ? `${name} is captured again` : `${name} was not excluded`);
}

/** The entries as they stand in the user's file, wrong ones too: changing one must not take others out. */
function listedIn(paths: Paths, project: string): readonly unknown[] {
  const written = evaluateProject(paths, project).written.user.get(EXCLUSIONS_KEY) ?? [];
  if (Array.isArray(written)) return written;
  throw new UserError(`Cannot change ${EXCLUSIONS_KEY} in ${paths.configFile}: it is not a list`, {
    hint: "`mneme config check` says where",
  });
}

function writeList(paths: Paths, project: string, value: readonly unknown[]): boolean {
  return changeSetting(paths, project, { key: EXCLUSIONS_KEY, scope: "user", value }).isChanged;
}
