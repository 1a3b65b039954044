// The command `mneme process`: one run at a time, and its report.
import { Command, type Flags } from "../frame/command.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { commandLog, openHome, requirePaths, warnSetAside } from "../frame/home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { amount, countedLines, plainLine } from "../frame/plain_text.ts";
import { DRAINED_AT_ONCE, type ProcessReport, runProcess } from "./run_process.ts";
import { waitForLock } from "../frame/locks.ts";
import { clientSession } from "../pause_command.ts";

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
  const sessionId = session === undefined ? undefined : clientSession(session); // only warns: a hook may name an unknown one
  const report = await runProcess(home, { sessionId, transcript, log: commandLog(home.paths) });
  store.checkpoint("truncate");
  return report;
}

function reportLines(report: ProcessReport): string[] {
  const { observations, sessions, looked_back, judged, pruned, left } = report;
  const captures = report.processed + report.skipped;
  const { windows, found } = looked_back;
  const read = `${amount(looked_back.sessions, "session")} in ${amount(windows, "window")}`;
  const lines = countedLines([
    [report.drained, `Brought in ${amount(report.drained, "spooled event")}`],
    [report.replayed, `Read ${amount(report.replayed, "lost row")} again from the transcripts`],
    [captures, `Made ${amount(observations, "observation")} of ${amount(captures, "tool call")}`],
    [report.candidates, `Found ${amount(report.candidates, "sentence")} worth saving in the ended session`],
    [report.repairs, `Learnt ${amount(report.repairs, "repair")}`],
    [sessions, `Summed up ${amount(sessions, "session")}`],
    [windows, `Had a model look back on ${read}: ${found === 0 ? "nothing" : amount(found, "thing")} new`],
    [judged, `Judged whether agents followed ${amount(judged, "repair")} that they were shown`],
    [report.synced, `Brought ${amount(report.synced, "space")} and this machine to the same state`],
    [report.scratchpads, `Read ${amount(report.scratchpads, "scratchpad")} anew`],
    [report.code_files, `Read ${amount(report.code_files, "changed source file")}`],
    [report.phrased, `Had the model say how ${amount(report.phrased, "memory")} would be asked for`],
    [report.embedded, `Computed ${amount(report.embedded, "embedding")}`],
    [pruned.payloads, `Removed what ${amount(pruned.payloads, "old tool call")} held`],
    [pruned.events, `Removed ${amount(pruned.events, "old event")}`],
    [pruned.candidates, `Removed ${amount(pruned.candidates, "candidate")} that nobody saved`],
    [report.indexed, `Indexed ${amount(report.indexed, "text")}`],
  ]);
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
