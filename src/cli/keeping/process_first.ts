import { UserError } from "../../core/user_error.ts";
import { unprocessedSessions } from "../../store/session_removal.ts";
import { commandLog, type Home } from "../prepare_home.ts";
import { lockProcessing } from "../process/process_lock.ts";
import { runProcess } from "../process/run_process.ts";

/**
 * Sums up what was captured of these sessions before it goes, where that has not been done yet. Returns those that are
 * still not summed up, as there was too much or it failed: nothing of them may go.
 */
export async function processFirst(home: Home, sessions: readonly string[]): Promise<ReadonlySet<string>> {
  const isWaiting = unprocessedSessions(home.store);
  if (!sessions.some((session) => isWaiting.has(session))) return new Set();
  using lock = lockProcessing(home.paths);
  if (lock === undefined) {
    throw new UserError("Cannot prune now: `mneme process` is just summing up what would go", {
      hint: "repeat the command in a minute",
    });
  }
  await runProcess(home, { sessionId: undefined, log: commandLog(home.paths) });
  const left = unprocessedSessions(home.store);
  return new Set(sessions.filter((session) => left.has(session)));
}
