import { Command } from "commander";
import { UserError } from "../../core/user_error.ts";
import { printJson, printLine } from "../output.ts";
import { commandLog, openHome } from "../prepare_home.ts";
import { lockProcessing } from "../process/process_lock.ts";
import { reportLines } from "../process/process_report.ts";
import { DRAINED_AT_ONCE, runProcess } from "../process/run_process.ts";

interface ProcessOptions {
  readonly session?: string;
  readonly json?: true;
}

/** `mneme process`: what hooks leave for later. Started by session-end, usable from cron. */
export function processCommand(): Command {
  return new Command("process")
    .description("Turn what was captured into observations and summaries, index it, and tidy up")
    .option("--session <id>", "the session that has just ended: it comes first; others only where they rest")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme process")
    .action(processHome);
}

async function processHome(options: ProcessOptions): Promise<void> {
  const home = openHome(DRAINED_AT_ONCE);
  const { store, paths } = home;
  using _closed = store;
  store.beforeClose(() => {}); // the run has indexed in portions; all at once would keep hooks waiting
  using lock = lockProcessing(paths);
  if (lock === undefined) {
    if (options.json) printJson({ busy: true });
    else printLine("Another `mneme process` is at work and does it");
    return;
  }
  const report = await runProcess(home, { sessionId: options.session, log: commandLog(paths) });
  store.checkpoint("truncate");
  if (options.json) printJson(report);
  else for (const line of reportLines(report)) printLine(line);
  if (report.failed.length === 0) return;
  throw new UserError(`Cannot finish: ${report.failed.length} of its steps failed`, {
    hint: "the log has the reasons; `mneme doctor` looks further",
  });
}
