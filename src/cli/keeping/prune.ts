import { UsageError } from "../../core/user_error.ts";
import { usedBytes } from "../../store/free_pages.ts";
import { capturedBytes, restingSessions } from "../../store/session_removal.ts";
import type { Store } from "../../store/store.ts";
import { projectAt } from "../data_folder.ts";
import { parseDuration } from "../duration.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { type Home, openHome } from "../prepare_home.ts";
import { bringBackFirst } from "../process/bring_back_first.ts";
import { amount, sizeText } from "../table.ts";
import { parseSize } from "./byte_size.ts";
import { giveBackSpace } from "./give_back.ts";
import { processFirst } from "./process_first.ts";
import { type Removed, removeSessionDetails } from "./remove_sessions.ts";

export interface PruneOptions {
  readonly olderThan?: string;
  readonly maxSize?: string;
  readonly project?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** What somebody may still go on with today is never pruned for its size. */
const RESTED_MS = 86_400_000;
/** Pages and indexes beside the payloads: what is removed frees a little more than its bytes. */
const MOST_ROUNDS = 5;

/** `mneme prune`: removes what was captured of old sessions; memories, lessons and summaries stay. */
export async function prune(options: PruneOptions): Promise<void> {
  if (options.olderThan === undefined && options.maxSize === undefined) {
    throw new UsageError("Cannot prune without a bound", {
      hint: "give --older-than 90d, --max-size 500MB or both",
    });
  }
  const age = options.olderThan === undefined ? undefined : parseDuration(options.olderThan);
  const maxBytes = options.maxSize === undefined ? undefined : parseSize(options.maxSize);
  const project = options.project === undefined ? undefined : projectAt(options.project);
  if (options.dryRun !== true) bringBackFirst();
  const home = openHome();
  const { store } = home;
  using _closed = store;
  const before = usedBytes(store);
  const pruning = new Pruning(home, { project, isDry: options.dryRun === true });
  if (age !== undefined) await pruning.byAge(age);
  if (maxBytes !== undefined) await pruning.bySize(maxBytes);
  if (pruning.hasRemoved) {
    if (maxBytes !== undefined) await giveBackSpace(store);
    else store.checkpoint("truncate");
  }
  report(pruning, { before, after: usedBytes(store), options, maxBytes });
}

/** One run: which sessions it takes, and what went. */
class Pruning {
  readonly sessions = new Set<string>();
  /** Those that stay, as they could not be summed up. */
  readonly unprocessed = new Set<string>();
  readonly removed: Record<string, number> = {};
  readonly #home: Home;
  readonly #store: Store;
  readonly #project: string | undefined;
  readonly #isDry: boolean;
  readonly #begun = Date.now();

  constructor(home: Home, { project, isDry }: { project: string | undefined; isDry: boolean }) {
    this.#home = home;
    this.#store = home.store;
    this.#project = project;
    this.#isDry = isDry;
  }

  get hasRemoved(): boolean {
    return Object.values(this.removed).some((rows) => rows > 0);
  }

  async byAge(ageMs: number): Promise<void> {
    await this.#take(this.#resting(ageMs), ageMs);
  }

  /** The longest rested first, until what is left fits. */
  async bySize(maxBytes: number): Promise<void> {
    const bytes = capturedBytes(this.#store);
    const left = this.#resting(RESTED_MS).filter((session) => !this.sessions.has(session));
    let excess = usedBytes(this.#store) - maxBytes;
    for (let round = 0; round < MOST_ROUNDS && excess > 0 && left.length > 0; round++) {
      const taken: string[] = [];
      for (let freed = 0; freed < excess && left.length > 0;) {
        const session = left.shift() as string;
        freed += bytes.get(session) ?? 0;
        taken.push(session);
      }
      await this.#take(taken, RESTED_MS);
      if (this.#isDry) return;
      excess = usedBytes(this.#store) - maxBytes;
    }
  }

  #resting(ms: number): string[] {
    return restingSessions(this.#store, { before: this.#before(ms), project: this.#project }).map((
      { session_id },
    ) => session_id);
  }

  #before(ms: number): string {
    return new Date(this.#begun - ms).toISOString();
  }

  /** What a session that is taken up again captures meanwhile stays, also where its hook began before all this. */
  async #take(resting: readonly string[], restedMs: number): Promise<void> {
    const waiting = this.#isDry ? new Set<string>() : await processFirst(this.#home, resting);
    const sessions = resting.filter((session) => !waiting.has(session));
    for (const session of sessions) this.sessions.add(session);
    for (const session of waiting) this.unprocessed.add(session);
    if (this.#isDry || sessions.length === 0) return;
    const removed: Removed = await removeSessionDetails(this.#store, {
      sessions: new Set(sessions),
      until: this.#before(restedMs),
    });
    for (const [table, rows] of Object.entries(removed)) {
      this.removed[table] = (this.removed[table] ?? 0) + rows;
    }
  }
}

interface Outcome {
  readonly before: number;
  readonly after: number;
  readonly options: PruneOptions;
  readonly maxBytes: number | undefined;
}

function report(
  { sessions, unprocessed, removed }: Pruning,
  { before, after, options, maxBytes }: Outcome,
): void {
  const isDry = options.dryRun === true;
  if (options.json) {
    printJson({
      dry_run: isDry,
      sessions: sessions.size,
      unprocessed: unprocessed.size,
      removed,
      bytes_before: before,
      bytes_after: after,
    });
    return;
  }
  if (unprocessed.size > 0) {
    const left = amount(unprocessed.size, "session");
    warnLine(`Left ${left} that could not be summed up; \`mneme process\` tells more`);
    if (sessions.size === 0) return;
  }
  if (sessions.size === 0) return printLine("Nothing is that old or that much; nothing was removed");
  const what = amount(sessions.size, "session");
  if (isDry) return printLine(`Would remove what was captured of ${what}; memories and summaries stay`);
  const { pending_queue: captures = 0, prompts = 0, observations = 0 } = removed;
  printLine(
    `Removed what was captured of ${what}: ${amount(captures, "tool call")}, ${amount(prompts, "prompt")}, ${
      amount(observations, "observation")
    }; memories and summaries stay`,
  );
  printLine(`In use: ${sizeText(after)}; before: ${sizeText(before)}`);
  if (maxBytes === undefined) printLine("`mneme vacuum` gives the space back to the disk");
  else if (after > maxBytes) printLine("What is left is memories, and sessions of the last day");
}
