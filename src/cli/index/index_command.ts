import { Command, type Flags } from "../frame/command.ts";
import { UserError } from "../../base/user_error.ts";
import { projectAt, requirePaths } from "../frame/data_folder.ts";
import { printJson, printLine } from "../frame/output.ts";
import { amount, plainText } from "../frame/plain_text.ts";
import { openHome } from "../frame/prepare_home.ts";
import { Workload } from "../frame/workload.ts";
import { thisProject } from "../frame/this_project.ts";
import { mayIndex } from "./index_project.ts";

type IndexCommandOptions = Flags<never, "fresh">;

export function indexCommand(): Command {
  return new Command("index")
    .argument("[dir]", "the project's folder (default: the current project)")
    .option("--fresh", "read unchanged files again, as after an update of mneme")
    .orJson(
      "mneme index ~/shop",
      (dir: string | undefined, options: IndexCommandOptions) => runIndex(dir, options),
    );
}

async function runIndex(dir: string | undefined, options: IndexCommandOptions): Promise<void> {
  const paths = requirePaths();
  const project = dir === undefined ? thisProject(paths) : projectAt(dir);
  try {
    Deno.readDirSync(project)[Symbol.iterator]().next();
  } catch (cause) {
    throw new UserError(`Cannot index ${plainText(project)}: it is no folder that can be read`, {
      hint: "name the folder of a project",
      cause,
    });
  }
  const permission = mayIndex(paths, project);
  if (permission.refusal !== undefined) {
    throw new UserError(`Cannot index ${plainText(project)}: ${permission.refusal}`, {
      hint: permission.hint,
    });
  }
  // Loaded late, as the parser would slow down all other commands.
  const { indexProject } = await import("./index_project.ts");
  const started = performance.now();
  const { store } = openHome();
  const { privacy } = permission;
  const workload = new Workload(store, { maxMs: Infinity });
  const report = await indexProject(store, { project, privacy, workload, isFresh: options.fresh === true });
  store.checkpoint("truncate");
  store.close();
  const ms = Math.round(performance.now() - started);
  if (options.json) return printJson({ project, ...report, ms });
  const { files, units, changed, removed, failed } = report;
  printLine(`${plainText(project)}: ${amount(units, "unit")} of code in ${amount(files, "file")}`);
  const seconds = (ms / 1000).toFixed(1);
  printLine(`Read ${amount(changed, "file")} that had changed, forgot ${removed}, in ${seconds} s`);
  if (failed > 0) printLine(`Could not parse or read ${amount(failed, "file")}`);
}
