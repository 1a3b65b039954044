import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { refreshGhapIndex } from "../../runner/refresh_ghap_index.ts";
import { type ProjectView, sessionsOfProject } from "../../store/projects.ts";
import type { Store } from "../../store/store.ts";
import { removeCaches } from "../config/refresh.ts";
import { removeSessionDetails } from "../keeping/remove_sessions.ts";
import { amountOf } from "../memory/amounts.ts";
import { backupsWith } from "../memory/backups.ts";
import { printJson, printLine, warnLine } from "../output.ts";
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
  await forget(store, paths, view.project);
  const backups = backupsWith(paths, [view.project]);
  if (options.json) return printJson({ ...view, backups_left: backups });
  printLine(`Forgot ${plainText(view.project)}: ${contents(view)}`);
  for (const file of backups) printLine(`A backup still names it: ${file}`);
}

async function forget(store: Store, paths: Paths, project: string): Promise<void> {
  await removeSessionDetails(store, { sessions: new Set(sessionsOfProject(store, project)) });
  await removeProject(store, project);
  refreshGhapIndex(store, paths);
  removeCaches(paths, project);
  if (store.first<{ busy: number }>("pragma wal_checkpoint(truncate)")?.busy === 0) return;
  warnLine("Another program holds the write-ahead log, where texts may stand until `mneme process` has run");
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
