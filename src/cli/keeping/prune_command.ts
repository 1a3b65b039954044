import { UsageError, UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { giveBackPages, usedBytes } from "../../store/maintenance.ts";
import { capturedBytes, restingSessions, unprocessedSessions } from "../../store/removal.ts";
import type { Store } from "../../store/store.ts";
import { asStoreError } from "../../store/store_error.ts";
import { Command, type Flags } from "../command.ts";
import { projectAt } from "../data_folder.ts";
import { sizeOf } from "../is_there.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { amount, parseDuration, sizeText } from "../plain_text.ts";
import { commandLog, HINTS, type Home, openHome } from "../prepare_home.ts";
import { runProcess } from "../process/run_process.ts";
import { lockProcessing } from "../process/workload.ts";
import { rest } from "../rest.ts";
import { openToForget, removeSessionDetails } from "./leave_no_trace.ts";

export function pruneCommand(): Command {
  return new Command("prune")
    .option("--older-than <time>", "of sessions that have rested for longer: 90d")
    .option("--max-size <size>", "of the oldest sessions, until the database fits: 500MB")
    .option("--project <dir>", "only of this project")
    .option("--dry-run", "say what would go, and remove nothing")
    .orJson("mneme prune --older-than 90d", prune);
}

type PruneFlags = Flags<"olderThan" | "maxSize" | "project", "dryRun">;

/** What somebody may still go on with today is never pruned for its size. */
const RESTED_MS = 86_400_000;
/** Pages and indexes beside the payloads: what is removed frees a little more than its bytes. */
const MOST_ROUNDS = 5;

/** Removes what was captured of old sessions; memories, lessons and summaries stay. */
async function prune(flags: PruneFlags): Promise<void> {
  if (flags.olderThan === undefined && flags.maxSize === undefined) {
    throw new UsageError("Cannot prune without a bound", {
      hint: "give --older-than 90d, --max-size 500MB or both",
    });
  }
  const isDry = flags.dryRun === true;
  const age = flags.olderThan === undefined ? undefined : parseDuration(flags.olderThan);
  const maxBytes = flags.maxSize === undefined ? undefined : parseSize(flags.maxSize);
  const project = flags.project === undefined ? undefined : projectAt(flags.project);
  const home = isDry ? openHome() : openToForget();
  const { store } = home;
  using _closed = store;
  const before = usedBytes(store);
  const begun = Date.now();
  const momentBefore = (ms: number) => new Date(begun - ms).toISOString();
  const sessions = new Set<string>();
  const unprocessed = new Set<string>();
  const rows = new Map<string, number>();
  const restingFor = (ms: number) =>
    restingSessions(store, { before: momentBefore(ms), project }).map(({ session_id }) => session_id);
  // What a session that is taken up again captures meanwhile stays, also where its hook began before all this.
  const take = async (resting: readonly string[], restedMs: number) => {
    const waiting = isDry ? new Set<string>() : await processFirst(home, resting);
    const ready = new Set(resting.filter((session) => !waiting.has(session)));
    for (const session of resting) (waiting.has(session) ? unprocessed : sessions).add(session);
    if (isDry || ready.size === 0) return;
    await removeSessionDetails(store, { sessions: ready, until: momentBefore(restedMs) }, rows);
  };
  if (age !== undefined) await take(restingFor(age), age);
  if (maxBytes !== undefined) {
    // The longest rested first, until what is left fits.
    const bytes = capturedBytes(store);
    const left = restingFor(RESTED_MS).filter((session) => !sessions.has(session));
    for (let round = 0; round < (isDry ? 1 : MOST_ROUNDS) && left.length > 0; round++) {
      let [excess, count] = [usedBytes(store) - maxBytes, 0];
      for (; excess > 0 && count < left.length; count++) excess -= bytes.get(left[count]!) ?? 0;
      const taken = left.splice(0, count);
      if (taken.length === 0) break;
      await take(taken, RESTED_MS);
    }
  }
  if (rows.values().some((count) => count > 0)) {
    if (maxBytes !== undefined) await giveBackSpace(store);
    else store.checkpoint("truncate");
  }
  const after = usedBytes(store);
  if (flags.json) {
    return printJson({
      dry_run: isDry,
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
  }
  if (sessions.size === 0) {
    if (unprocessed.size === 0) printLine("Nothing is that old or that much; nothing was removed");
    return;
  }
  const what = `what was captured of ${amount(sessions.size, "session")}`;
  if (isDry) return printLine(`Would remove ${what}; memories and summaries stay`);
  const nouns = { pending_queue: "tool call", prompts: "prompt", observations: "observation" };
  const removed = Object.entries(nouns).map(([table, noun]) => amount(rows.get(table) ?? 0, noun));
  printLine(`Removed ${what}: ${removed.join(", ")}; memories and summaries stay`);
  printLine(`In use: ${sizeText(after)}; before: ${sizeText(before)}`);
  if (maxBytes === undefined) printLine("`mneme vacuum` gives the space back to the disk");
  else if (after > maxBytes) printLine("What is left is memories, and sessions of the last day");
}

const UNIT_BYTES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 };
/** An empty database is nearly as large: who asks for less has left out a letter. */
const LEAST_BYTES = 1e6;

/** The bytes of `500MB`, `2g`, `1500k`; a `UsageError` for anything else, without a unit or below a megabyte. */
function parseSize(text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([kmg])b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(number) * (UNIT_BYTES[unit.toLowerCase()] ?? 0));
  if (bytes >= LEAST_BYTES) return bytes;
  throw new UsageError(`Cannot take ${JSON.stringify(text)} as a size of 1MB or more`, {
    hint: "write it with its unit, as 500MB or 2GB",
  });
}

/**
 * Sums up what was captured of these sessions before it goes, where that has not been done yet. Returns those that are
 * still not summed up, as there was too much or it failed: nothing of them may go.
 */
async function processFirst(home: Home, sessions: readonly string[]): Promise<ReadonlySet<string>> {
  const isWaiting = unprocessedSessions(home.store);
  if (!sessions.some((session) => isWaiting.has(session))) return new Set();
  const lock = lockProcessing(home.paths);
  if (lock === undefined) {
    throw new UserError("Cannot prune now: `mneme process` is just summing up what would go", {
      hint: "repeat the command in a minute",
    });
  }
  using _held = lock;
  await runProcess(home, { sessionId: undefined, log: commandLog(home.paths) });
  const left = unprocessedSessions(home.store);
  return new Set(sessions.filter((session) => left.has(session)));
}

export function vacuumCommand(): Command {
  return new Command("vacuum")
    .orJson("mneme vacuum", async ({ json }: { readonly json?: true }) => {
      const { store, paths } = openHome();
      using _closed = store;
      const before = bytesOf(paths);
      try {
        await giveBackSpace(store);
      } catch (error) {
        const fault = asStoreError(error);
        throw new UserError(`Cannot vacuum: ${fault.message}`, { hint: HINTS[fault.fault], cause: error });
      }
      const after = bytesOf(paths);
      if (json) return printJson({ bytes_before: before, bytes_after: after });
      printLine(`The database has ${sizeText(after)} now; before it had ${sizeText(before)}`);
    });
}

function bytesOf({ database }: Paths): number {
  return sizeOf(database) + sizeOf(`${database}-wal`);
}

/** Less than 1 MB at a time, some ten milliseconds: hooks get their turn in between. */
const PAGES_AT_ONCE = 200;

/** Gives the space of what was removed back to the disk, while hooks go on. */
export async function giveBackSpace(store: Store): Promise<void> {
  let before = Infinity;
  for (let left = giveBackPages(store, PAGES_AT_ONCE); left > 0 && left < before;) {
    before = left;
    await rest();
    left = giveBackPages(store, PAGES_AT_ONCE);
  }
  store.checkpoint("truncate");
}
