import { isoTime } from "../../base/time.ts";
import { UsageError } from "../../base/user_error.ts";
import { giveBackPages, usedBytes } from "../../store/maintenance.ts";
import { capturedBytes, restingSessions, unprocessedSessions } from "../../store/removal.ts";
import type { Store } from "../../store/store.ts";
import { Command, type Flags, type Output } from "../frame/command.ts";
import {
  commandLog,
  databaseBytes,
  type Home,
  openHome,
  projectAt,
  readStore,
  requirePaths,
} from "../frame/home.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { amount, parseDuration, sizeText } from "../frame/plain_text.ts";
import { runProcess } from "../process/run_process.ts";
import { requireLock } from "../frame/locks.ts";
import { rest } from "../frame/workload.ts";
import { openToForget, removeSessionDetails } from "../keeping/leave_no_trace.ts";

export function pruneCommand(): Command {
  return new Command("prune")
    .option("--older-than <time>", "of sessions that have rested for longer: 90d")
    .option("--max-size <size>", "of the oldest sessions, until the database fits: 500MB")
    .option("--project <dir>", "only of this project")
    .option("--dry-run", "say what would go, and remove nothing")
    .orJson("mneme prune --older-than 90d", prune);
}

type PruneFlags = Flags<"olderThan" | "maxSize" | "project", "dryRun">;

/** The least rest of a session that `--max-size` prunes, as somebody may continue a younger one today. */
const RESTED_MS = 86_400_000;

async function prune(flags: PruneFlags): Promise<void> {
  if (flags.olderThan === undefined && flags.maxSize === undefined) {
    throw new UsageError("Cannot prune without a bound", {
      hint: "give --older-than 90d, --max-size 500MB or both",
    });
  }
  if (flags.dryRun) preview(boundsOf(flags), flags);
  else await remove(boundsOf(flags), flags);
}

type Bounds = ReturnType<typeof boundsOf>;

function boundsOf({ olderThan, maxSize, project }: PruneFlags) {
  return {
    /** The least rest of a session, in milliseconds. */
    age: olderThan === undefined ? undefined : parseDuration(olderThan),
    maxBytes: maxSize === undefined ? undefined : parseSize(maxSize),
    project: project === undefined ? undefined : projectAt(project),
    begun: Date.now(),
  };
}

/** Returns the sessions that have rested for so long, the longest first. */
function restingFor(store: Store, { project, begun }: Bounds, ms: number): string[] {
  return restingSessions(store, { before: isoTime(begun - ms), project }).map(({ session_id }) => session_id);
}

/** Takes the first sessions out of `left` that free so many bytes, by estimate. */
function takeFirst(left: string[], bytes: ReadonlyMap<string, number>, excess: number): string[] {
  let count = 0;
  for (let freed = 0; freed < excess && count < left.length; count++) {
    freed += bytes.get(left[count]!) ?? 0;
  }
  return left.splice(0, count);
}

/** Says what would go. Only reads the database: it migrates nothing and drains no spool. */
function preview(bounds: Bounds, { json }: Output): void {
  const { age, maxBytes } = bounds;
  const { sessions, used } = readStore(requirePaths(), (store) => {
    const sessions = new Set(age === undefined ? [] : restingFor(store, bounds, age));
    const used = usedBytes(store);
    if (maxBytes === undefined) return { sessions, used };
    // Those of the age are the first of these, and free their part.
    const more = takeFirst(restingFor(store, bounds, RESTED_MS), capturedBytes(store), used - maxBytes);
    return { sessions: sessions.union(new Set(more)), used };
  });
  if (json) {
    const sizes = { bytes_before: used, bytes_after: used };
    return printJson({ dry_run: true, sessions: sessions.size, unprocessed: 0, removed: {}, ...sizes });
  }
  if (sessions.size === 0) return printLine(NOTHING);
  printLine(`Would remove ${capturedOf(sessions)}; memories and summaries stay`);
}

const NOTHING = "Nothing matches; nothing was removed";

function capturedOf({ size }: ReadonlySet<string>): string {
  return `what was captured of ${amount(size, "session")}`;
}

async function remove(bounds: Bounds, { json }: Output): Promise<void> {
  const { age, maxBytes } = bounds;
  const home = openToForget();
  const { store } = home;
  using _closed = store;
  const before = usedBytes(store);
  const waiting = await sumUp(home);
  const sessions = new Set<string>();
  const unprocessed = new Set<string>();
  const rows = new Map<string, number>();
  // A session that is continued meanwhile keeps its new captures, even if the hook started before this command.
  const take = async (resting: readonly string[], restedMs: number) => {
    for (const session of resting) (waiting.has(session) ? unprocessed : sessions).add(session);
    const ready = new Set(resting.filter((session) => !waiting.has(session)));
    await removeSessionDetails(store, { sessions: ready, until: isoTime(bounds.begun - restedMs) }, rows);
  };
  if (age !== undefined) await take(restingFor(store, bounds, age), age);
  if (maxBytes !== undefined) {
    // The longest idle sessions first, until the rest fits. The space that a removal frees is only an estimate.
    const bytes = capturedBytes(store);
    const left = restingFor(store, bounds, RESTED_MS).filter((session) => !sessions.has(session));
    for (let excess = usedBytes(store) - maxBytes; excess > 0 && left.length > 0;) {
      await take(takeFirst(left, bytes, excess), RESTED_MS);
      excess = usedBytes(store) - maxBytes;
    }
  }
  if (rows.size > 0) await giveBackSpace(store);
  const after = usedBytes(store);
  if (json) {
    return printJson({
      dry_run: false,
      sessions: sessions.size,
      unprocessed: unprocessed.size,
      removed: Object.fromEntries(rows),
      bytes_before: before,
      bytes_after: after,
    });
  }
  if (unprocessed.size > 0) {
    const left = amount(unprocessed.size, "session");
    warnLine(`Left ${left} that could not be summed up; \`mneme process\` tells more`);
  } else if (sessions.size === 0) printLine(NOTHING);
  if (sessions.size === 0) return;
  const nouns = { pending_queue: "tool call", prompts: "prompt", observations: "observation" };
  const removed = Object.entries(nouns).map(([table, noun]) => amount(rows.get(table) ?? 0, noun));
  printLine(`Removed ${capturedOf(sessions)}: ${removed.join(", ")}; memories and summaries stay`);
  printLine(`In use: ${sizeText(after)}; before: ${sizeText(before)}`);
  if (maxBytes !== undefined && after > maxBytes && bounds.project === undefined) {
    printLine("What is left is memories, and sessions of the last day");
  }
}

const UNIT_BYTES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 };
/** The least `--max-size`: an empty database is nearly as large, so a smaller size is a typing error. */
const LEAST_BYTES = 1e6;

/** Returns the bytes of `500MB`, `2g`, `1500k`. Throws a `UsageError` for other texts and for less than a megabyte. */
function parseSize(text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([kmg])b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(number) * (UNIT_BYTES[unit.toLowerCase()] ?? 0));
  if (bytes >= LEAST_BYTES) return bytes;
  throw new UsageError(`Cannot take ${JSON.stringify(text)} as a size of 1MB or more`, {
    hint: "write it with its unit, as 500MB or 2GB",
  });
}

/** Processes captures before they are removed. Returns the sessions that could not be processed; these stay. */
async function sumUp(home: Home): Promise<ReadonlySet<string>> {
  if (unprocessedSessions(home.store).size === 0) return new Set();
  using _lock = await requireLock(home.paths, "prune");
  await runProcess(home, { sessionId: undefined, log: commandLog(home.paths) });
  return unprocessedSessions(home.store);
}

export function vacuumCommand(): Command {
  return new Command("vacuum")
    .orJson("mneme vacuum", async ({ json }: Output) => {
      const { store, paths } = openHome();
      using _closed = store;
      const bytes_before = databaseBytes(paths);
      await giveBackSpace(store);
      const bytes_after = databaseBytes(paths);
      if (json) return printJson({ bytes_before, bytes_after });
      printLine(`The database has ${sizeText(bytes_after)} now; before it had ${sizeText(bytes_before)}`);
    });
}

/** The pages freed at a time: less than 1 MB, some 10 ms, so that hooks can write in between. */
const PAGES_AT_ONCE = 200;

/** Returns the space of removed rows to the disk, while hooks can write. */
export async function giveBackSpace(store: Store): Promise<void> {
  let before = Infinity;
  for (let left = giveBackPages(store, PAGES_AT_ONCE); left > 0 && left < before;) {
    before = left;
    await rest();
    left = giveBackPages(store, PAGES_AT_ONCE);
  }
  store.checkpoint("truncate");
}
