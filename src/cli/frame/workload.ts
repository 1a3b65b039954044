import { reasonOf, UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { indexQueued, mergeIndex } from "../../store/search_index.ts";
import { queuePrompts } from "../../store/search_tables.ts";
import type { Store } from "../../store/store.ts";
import { sleepSync } from "../../machine/files.ts";

/** The bounds of one run; the next one goes on where it ended. */
interface WorkBounds {
  readonly maxMs: number;
  /** Of captures; absent: as many as there is time for. */
  readonly maxCaptures?: number;
}

export const USUAL_BOUNDS: WorkBounds = { maxMs: 120_000, maxCaptures: 200_000 };

/** Some 8 MB: a longer write-ahead log makes every reader slower. */
const LONG_LOG_PAGES = 2000;
const LOOK_EVERY = 16;

/** The share of its bounds that a run has used up. */
export class Workload {
  readonly #end: number;
  readonly #store: Store;
  #capturesLeft: number;
  #rests = 0;

  constructor(store: Store, { maxMs, maxCaptures = Infinity }: WorkBounds) {
    this.#store = store;
    this.#end = Date.now() + maxMs;
    this.#capturesLeft = maxCaptures;
  }

  /** Tells whether what is left is for the next run. */
  get isOver(): boolean {
    return this.remainingMs <= 0 || this.#capturesLeft <= 0;
  }

  get remainingMs(): number {
    return this.#end - Date.now();
  }

  countCaptures(captures: number): void {
    this.#capturesLeft -= captures;
  }

  /** Repeats a transaction, with rests, until it finds nothing more to do; returns how much it did in all. */
  async repeat(step: () => number): Promise<number> {
    let total = 0;
    while (!this.isOver) {
      const done = step();
      if (done === 0) break;
      total += done;
      await this.rest();
    }
    return total;
  }

  /** To be awaited after each transaction. */
  async rest(): Promise<void> {
    if (++this.#rests % LOOK_EVERY === 0 && this.#store.walPages() > LONG_LOG_PAGES) {
      this.#store.checkpoint("passive");
    }
    await rest();
  }
}

/**
 * Lets one `mneme process` of a data folder work at a time; `undefined` where another one does. The system holds the
 * lock for as long as the process lives, so that one that was killed leaves nothing to clear away.
 */
export function lockProcessing(paths: Paths): Disposable | undefined {
  const path = `${paths.state}/process.lock`;
  try {
    const file = Deno.openSync(path, { write: true, create: true, mode: 0o600 });
    if (file.tryLockSync(true)) return file;
    file.close();
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    throw new UserError(`Cannot lock ${path}: ${reason}`, { hint: "run `mneme doctor`", cause: error });
  }
}

const LOOK_EVERY_MS = 100;

/** The same lock for who waits for it; `undefined` where it is not free in time. */
export async function lockInTurn(paths: Paths, longestMs: number): Promise<Disposable | undefined> {
  const end = Date.now() + longestMs;
  for (;;) {
    const lock = lockProcessing(paths);
    if (lock !== undefined || Date.now() >= end) return lock;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const PROMPTS_AT_ONCE = 1000;
/** Fewer are not worth that the index is written anew. */
const WORTH_MERGING = 500;

/** Brings the search index up to date, as far as the workload allows; returns how many rows it was behind. */
export async function indexSearch(store: Store, workload: Workload): Promise<number> {
  let indexed = 0;
  while (!workload.isOver) {
    for (const count of indexPortions(store)) {
      indexed += count;
      await workload.rest();
      if (workload.isOver) return indexed;
    }
    if (queuePrompts(store, PROMPTS_AT_ONCE) === 0) break;
  }
  if (indexed < WORTH_MERGING) return indexed;
  for (const _ of mergeIndex(store)) {
    await workload.rest();
    if (workload.isOver) break;
  }
  return indexed;
}

const [LEAST_AT_ONCE, MOST_AT_ONCE] = [5, 150];
/** A hook waits 45 ms for the write lock. */
const AIMED_MS = 15;

/**
 * Indexes what waits in portions that follow how long the last one took (a long prompt takes as long as a hundred
 * observations); tells how many rows each had. Between two of them hooks are to be given their turn.
 */
export function* indexPortions(store: Store): Generator<number> {
  let portion = LEAST_AT_ONCE;
  for (;;) {
    const started = performance.now();
    const count = indexQueued(store, portion);
    if (count === 0) return;
    const isSlow = performance.now() - started > AIMED_MS;
    portion = isSlow ? Math.max(LEAST_AT_ONCE, portion >> 1) : Math.min(MOST_AT_ONCE, portion * 2);
    yield count;
  }
}

/** Between two transactions hooks get their turn: SQLite does not queue those who wait. */
const REST_MS = 1;

/** To be awaited between two transactions of a long work. */
export function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}

/** The same where nothing can be awaited. */
export function restAtOnce(): void {
  sleepSync(REST_MS);
}

/** Repeats a short transaction, with rests, until it finds nothing more to do; returns how much it did in all. */
export async function inPortions(step: () => number): Promise<number> {
  let total = 0;
  for (let done = step(); done > 0; done = step()) {
    total += done;
    await rest();
  }
  return total;
}
