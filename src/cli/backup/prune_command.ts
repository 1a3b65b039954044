// The commands `mneme prune` and `mneme vacuum`.
import { isoTime } from "../../base/time.ts";
import { UsageError } from "../../base/user_error.ts";
import { CAPTURED_TABLES, giveBackPages, restingSessions, unprocessedSessions } from "../../store/removal.ts";
import { notePruned } from "../../store/replay.ts";
import type { Store } from "../../store/store.ts";
import { Command, type Flags, type Output } from "../frame/command.ts";
import {
  commandLog,
  databaseBytes,
  openHome,
  projectAt,
  readStore,
  requirePaths,
  warnAbsent,
} from "../frame/home.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { amount, parseDuration, sizeText } from "../frame/plain_text.ts";
import { runProcess } from "../process/run_process.ts";
import { requireProcessLock } from "../frame/locks.ts";
import { rest } from "../frame/workload.ts";
import { openToForget, removeSessionDetails } from "../copies/leave_no_trace.ts";

export function pruneCommand(): Command {
  return new Command("prune")
    .option("--older-than <time>", "required: only of sessions without activity for this long, such as 90d")
    .option("--project <dir>", "only of this project")
    .option("--dry-run", "say what would go, and remove nothing")
    .orJson("mneme prune --older-than 90d", prune);
}

async function prune(flags: Flags<"olderThan" | "project", "dryRun">): Promise<void> {
  if (flags.olderThan === undefined) {
    throw new UsageError("Cannot prune without a bound", { hint: "give one, such as --older-than 90d" });
  }
  const bounds = {
    before: isoTime(Date.now() - parseDuration(flags.olderThan)),
    project: flags.project === undefined ? undefined : projectAt(flags.project),
  };
  if (flags.dryRun) preview(bounds, flags);
  else await remove(bounds, flags);
}

type Bounds = Parameters<typeof restingSessions>[1];

/** Only reads the database: migrates, drains and processes nothing, so it cannot tell what would stay `unprocessed`. */
function preview(bounds: Bounds, { json }: Output): void {
  const paths = requirePaths();
  const { length: sessions } = readStore(paths, (store) => restingSessions(store, bounds));
  if (json) {
    const [bytes_before, bytes_after] = [databaseBytes(paths), databaseBytes(paths)];
    return printJson({ dry_run: true, sessions, unprocessed: 0, removed: {}, bytes_before, bytes_after });
  }
  if (sessions === 0) return sayNothing(bounds);
  printLine(`Would remove ${capturedOf(sessions)}; memories, summaries and repairs stay`);
}

function sayNothing({ project }: Bounds): void {
  if (project !== undefined) warnAbsent(project);
  printLine("Nothing matches; nothing was removed");
}

const capturedOf = (sessions: number) => `what was captured of ${amount(sessions, "session")}`;

async function remove(bounds: Bounds, { json }: Output): Promise<void> {
  const home = openToForget();
  const { store, paths } = home;
  using _closed = store;
  const bytes_before = databaseBytes(paths);
  let waiting = unprocessedSessions(store);
  if (waiting.size > 0) { // captures are processed before they go
    using _lock = await requireProcessLock(paths, "prune");
    await runProcess(home, { sessionId: undefined, log: commandLog(paths) });
    waiting = unprocessedSessions(store); // what could not be processed stays
  }
  const resting = restingSessions(store, bounds);
  const sessions = new Set(resting.filter((session) => !waiting.has(session)));
  const unprocessed = resting.length - sessions.size;
  notePruned(store, [...sessions]);
  // A session that goes on meanwhile keeps its new captures.
  const rows = await removeSessionDetails(store, { sessions, until: bounds.before }, CAPTURED_TABLES);
  await giveBackSpace(store);
  const bytes_after = databaseBytes(paths);
  if (json) {
    const done = { sessions: sessions.size, unprocessed, removed: Object.fromEntries(rows) };
    return printJson({ dry_run: false, ...done, bytes_before, bytes_after });
  }
  if (unprocessed > 0) {
    const left = amount(unprocessed, "session");
    warnLine(`Left ${left}, not processed yet: still running, or \`mneme process\` says why`);
  } else if (sessions.size === 0) sayNothing(bounds);
  if (sessions.size === 0) return;
  const nouns = { pending_queue: "tool call", prompts: "prompt", observations: "observation" };
  const removed = Object.entries(nouns).map(([table, noun]) => amount(rows.get(table) ?? 0, noun))
    .join(", ");
  printLine(`Removed ${capturedOf(sessions.size)}: ${removed}; memories, summaries and repairs stay`);
  printSizes(bytes_before, bytes_after);
}

function printSizes(before: number, after: number): void {
  printLine(`The database has ${sizeText(after)} now; before it had ${sizeText(before)}`);
}

export function vacuumCommand(): Command {
  return new Command("vacuum")
    .orJson("mneme vacuum", async ({ json }: Output) => {
      const { store, paths } = openHome();
      using _closed = store;
      const bytes_before = databaseBytes(paths);
      await giveBackSpace(store); // `VACUUM` attaches a database, which Deno forbids
      const bytes_after = databaseBytes(paths);
      if (json) return printJson({ bytes_before, bytes_after });
      printSizes(bytes_before, bytes_after);
    });
}

/** The pages given back at once: less than 1 MB in some 10 ms, so that hooks can write in between. */
const PAGES_AT_ONCE = 200;

export async function giveBackSpace(store: Store): Promise<void> {
  let before = Infinity; // the loop also ends if no page was given back
  for (let left = giveBackPages(store, PAGES_AT_ONCE); left > 0 && left < before;) {
    before = left;
    await rest();
    left = giveBackPages(store, PAGES_AT_ONCE);
  }
  store.checkpoint("truncate");
}
