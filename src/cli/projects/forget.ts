import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { refreshGhapIndex } from "../../runner/refresh_ghap_index.ts";
import { type ProjectView, sessionsOfProject } from "../../store/projects.ts";
import type { Store } from "../../store/store.ts";
import { removeCaches } from "../config/refresh.ts";
import { emptyLog, warnOfLog } from "../keeping/empty_log.ts";
import { removeSessionDetails } from "../keeping/remove_sessions.ts";
import { amountOf } from "../memory/amounts.ts";
import { fileNoun, filesWith, logsOf } from "../memory/backups.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import { bringBackFirst } from "../process/bring_back_first.ts";
import { amount } from "../table.ts";
import { requireProject } from "./named_project.ts";
import { removeProject } from "./rows.ts";

export interface ForgetProjectOptions {
  readonly yes?: true;
  readonly json?: true;
}

/** `mneme projects forget`: everything of a project goes, from every page of the file. */
export async function forgetProject(folder: string, options: ForgetProjectOptions): Promise<void> {
  bringBackFirst();
  const { store, paths } = openHome();
  using _closed = store;
  const view = requireProject(store, folder);
  if (!options.yes) {
    throw new UserError(`Cannot forget ${plainText(view.project)} unasked: it has ${contents(view)}`, {
      hint: "repeat the command with --yes",
    });
  }
  const sessions = new Set(sessionsOfProject(store, view.project));
  await forget(store, paths, view.project);
  const left = [...new Set([...filesWith(paths, [view.project]), ...logsOf(paths, sessions)])];
  if (options.json) {
    const [others = [], backups = []] = [false, true].map((isBackup) =>
      left.filter((file) => (fileNoun(file) === "backup") === isBackup)
    );
    return printJson({ ...view, backups_left: backups, files_left: others });
  }
  printLine(`Forgot ${plainText(view.project)}: ${contents(view)}`);
  for (const file of left) printLine(`A ${fileNoun(file)} still tells of it: ${plainText(file)}`);
}

async function forget(store: Store, paths: Paths, project: string): Promise<void> {
  await removeSessionDetails(store, { sessions: new Set(sessionsOfProject(store, project)) });
  await removeProject(store, project);
  refreshGhapIndex(store, paths);
  removeCaches(paths, project);
  if (!emptyLog(store)) warnOfLog();
}

function contents({ sessions, prompts, tools, memories, predictions }: ProjectView): string {
  return [
    amount(sessions, "session"),
    amount(prompts, "prompt"),
    amount(tools, "tool call"),
    amountOf(memories),
    amount(predictions, "prediction"),
  ].join(", ");
}
