import { Command } from "commander";
import { UsageError, UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { fileIdentity, setAside } from "../../host/set_aside.ts";
import { requirePaths } from "../data_folder.ts";
import { inspectDatabase, isDamaged } from "../doctor/database_state.ts";
import { printJson, printLine } from "../output.ts";
import { commandLog, type Home, openHome, warnSetAside } from "../prepare_home.ts";
import { lockProcessing } from "../process/process_lock.ts";
import { type ProcessReport, reportLines } from "../process/process_report.ts";
import { DRAINED_AT_ONCE, runProcess } from "../process/run_process.ts";

interface ProcessOptions {
  readonly session?: string;
  readonly transcript?: string;
  readonly json?: true;
}

/** Longer than two runs take. */
const LONGEST_WAIT_MS = 300_000;
const LOOK_EVERY_MS = 200;

/** `mneme process`: what hooks leave for later. Started by session-end, usable from cron. */
export function processCommand(): Command {
  return new Command("process")
    .description("Turn what was captured into observations and summaries, index it, and tidy up")
    .option("--session <id>", "the session that has just ended: it comes first; others only where they rest")
    .option("--transcript <file>", "of that session: what no stop has dealt with becomes a candidate")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme process")
    .action(processHome);
}

async function processHome(options: ProcessOptions): Promise<void> {
  if (options.transcript !== undefined && options.session === undefined) {
    throw new UsageError("Cannot tell whose transcript that is", { hint: "give --session, too" });
  }
  const found = openHome(DRAINED_AT_ONCE);
  const atOnce = lockProcessing(found.paths);
  if (atOnce === undefined) found.store.close();
  using lock = atOnce ?? await lockInTurn(found.paths, options);
  if (lock === undefined) {
    if (options.json) printJson({ busy: true });
    else printLine("Another `mneme process` is at work and does it");
    return;
  }
  const home = atOnce === undefined ? openHome(DRAINED_AT_ONCE) : found;
  const first = await processOnce(home, options);
  // What failed may have met broken pages that opening the database does not see.
  const isAside = first.failed.length > 0 && setDamagedAside();
  const report = isAside ? await processOnce(openHome(DRAINED_AT_ONCE), options) : first;
  if (options.json) printJson(report);
  else for (const line of reportLines(report)) printLine(line);
  if (report.failed.length === 0) return;
  throw new UserError(`Cannot finish: ${report.failed.length} of its steps failed`, {
    hint: "the log has the reasons; `mneme doctor` looks further",
  });
}

/**
 * Waits for who is at work where a session has ended: the other one may be past it, and nobody knows when the next
 * session ends. Who types the command has not got the time.
 */
async function lockInTurn(paths: Paths, { session }: ProcessOptions): Promise<Disposable | undefined> {
  if (session === undefined) return undefined;
  const end = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const lock = lockProcessing(paths);
    if (lock !== undefined) return lock;
  }
  return undefined;
}

/** Closes the home's database, too. */
async function processOnce(home: Home, options: ProcessOptions): Promise<ProcessReport> {
  const { store, paths } = home;
  using _closed = store;
  store.beforeClose(() => {}); // the run has indexed in portions; all at once would keep hooks waiting
  const report = await runProcess(home, {
    sessionId: options.session,
    transcript: options.transcript,
    log: commandLog(paths),
  });
  store.checkpoint("truncate");
  return report;
}

/** Whether the database was damaged, and is out of the way now: nothing is deleted, and the next run begins a fresh one. */
function setDamagedAside(): boolean {
  const paths = requirePaths();
  const found = fileIdentity(paths.database);
  if (!isDamaged(inspectDatabase(paths.database))) return false;
  const movedTo = setAside(paths.database, found);
  warnSetAside(movedTo);
  return movedTo !== undefined;
}
