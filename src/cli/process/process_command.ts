// The command `mneme process`: one run at a time, and its report.
import { Command, type Flags } from "../frame/command.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { commandLog, openHome, requirePaths, warnSetAside } from "../frame/home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { amount, countedLines, plainLine } from "../frame/plain_text.ts";
import { DRAINED_AT_ONCE, type ProcessReport, runProcess } from "./run_process.ts";
import { waitForLock } from "../frame/locks.ts";
import { clientSession } from "../pause_command.ts";
import texts from "./report_lines.json" with { type: "json" };

type ProcessFlags = Flags<"session" | "transcript">;

/** Long enough for the current run and one that waits already: each has two minutes (`USUAL_BOUNDS`). */
const LONGEST_WAIT_MS = 300_000;

export function processCommand(): Command {
  return new Command("process")
    .option("--session <id>", "process this session first (the hook session-end uses this option)")
    .option("--transcript <file>", "the transcript of that session, to find sentences worth saving")
    .orJson("mneme process", processHome);
}

async function processHome(flags: ProcessFlags): Promise<void> {
  const { session, transcript, json } = flags;
  if (transcript !== undefined && session === undefined) {
    throw new UsageError("Cannot tell whose transcript that is", { hint: "give --session, too" });
  }
  const paths = requirePaths();
  let lock = await waitForLock(paths, "process", 0);
  if (lock === undefined) {
    openHome(DRAINED_AT_ONCE).store.close(); // drains the spool: the other run may have passed that step
    // A session's own run waits, because the next session may end much later. A person's run does not.
    if (session !== undefined) lock = await waitForLock(paths, "process", LONGEST_WAIT_MS);
  }
  if (lock === undefined) {
    if (json) return printJson({ busy: true });
    return printLine("Another mneme command is using the database; run `mneme process` again later");
  }
  using _held = lock;
  const first = await processOnce(flags);
  // Opening a database does not detect damaged pages, but a step that fails on them does.
  const movedTo = first.failed.length > 0
    ? (await import("../doctor/database.ts")).setDamagedAside(paths)
    : undefined;
  warnSetAside(paths, movedTo);
  const report = movedTo === undefined ? first : await processOnce(flags);
  if (json) printJson(report);
  else for (const line of reportLines(report)) printLine(line);
  if (report.failed.length === 0) return;
  throw new UserError(`Cannot finish: ${report.failed.length} of its steps failed`, {
    hint: "the log has the reasons; `mneme doctor` looks further",
  });
}

async function processOnce({ session, transcript }: ProcessFlags): Promise<ProcessReport> {
  const home = openHome(DRAINED_AT_ONCE);
  using store = home.store;
  store.beforeClose(() => {}); // closing indexes nothing, as steps of the run do so
  const sessionId = session === undefined ? undefined : clientSession(session); // a hook may name an unknown one
  const report = await runProcess(home, { sessionId, transcript, log: commandLog(home.paths) });
  store.checkpoint("truncate");
  return report;
}

function reportLines(report: ProcessReport): string[] {
  const { looked_back: { sessions, windows, found }, pruned: { candidates: expired, ...pruned }, left } =
    report;
  const captures = report.processed + report.skipped;
  const counts = { ...report, ...pruned, captures, looked_back: sessions, windows, expired };
  const countOf = (name: string) => counts[name as keyof typeof texts];
  const fill = (text: string) =>
    text.replace("{found}", found === 0 ? "nothing" : amount(found, "thing"))
      .replace(/\{(\w+):([^}]+)\}/g, (_, name, noun) => amount(countOf(name), noun)); // {…:event}: 3 events
  const lines = countedLines(Object.entries(texts).map(([name, text]) => [countOf(name), fill(text)]));
  const waiting = countedLines([
    [left.spooled, amount(left.spooled, "spooled event")],
    [left.captures, amount(left.captures, "tool call")],
    [left.unindexed, `${amount(left.unindexed, "text")} to index`],
  ]);
  return [
    ...(lines.length + report.failed.length === 0 ? ["Nothing was waiting"] : lines),
    ...(waiting.length === 0 ? [] : [`Left for the next run: ${waiting.join(", ")}`]),
    ...report.failed.map((reason) => plainLine(reason, 300)),
  ];
}
