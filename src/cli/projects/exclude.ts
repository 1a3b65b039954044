import { changeSetting } from "../config/change.ts";
import { evaluateProject } from "../config/compile.ts";
import { refreshAllCaches } from "../config/refresh.ts";
import { projectAt, requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { plainText, shellWord } from "../plain_text.ts";
import { prepareHome } from "../prepare_home.ts";

export interface ExcludeOptions {
  readonly undo?: true;
  readonly json?: true;
}

const KEY = "privacy.exclude_projects";

/** `mneme projects exclude`: from now on nothing is captured or shown there. */
export function excludeProject(folder: string, options: ExcludeOptions): void {
  prepareHome();
  const paths = requirePaths();
  const project = projectAt(folder);
  const listed = (evaluateProject(paths, project).given.user.get(KEY) ?? []) as readonly string[];
  const others = listed.filter((entry) => entry !== project);
  const value = options.undo ? others : [...others, project];
  const { isChanged } = changeSetting(paths, project, { key: KEY, scope: "user", value });
  refreshAllCaches(paths);
  if (options.json) return printJson({ project, excluded: !options.undo, changed: isChanged });
  const [name, word] = [plainText(project), shellWord(project)];
  if (!isChanged) {
    return printLine(options.undo ? `${name} was not excluded` : `${name} was excluded already`);
  }
  if (options.undo) return printLine(`${name} is captured again`);
  printLine(`Nothing is captured or shown in ${name} any more; what is kept of it stays`);
  printLine(`Remove that: mneme projects forget ${word}; undo: mneme projects exclude --undo ${word}`);
}
