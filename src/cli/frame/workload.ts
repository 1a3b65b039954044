// Long work in short transactions, with rests between them, so that hooks get the write lock.
import { indexQueued, mergeIndex } from "../../store/search_index.ts";
import { queuePrompts } from "../../store/search_tables.ts";
import type { Store } from "../../store/store.ts";

export const USUAL_BOUNDS = { maxMs: 120_000 };

/** The pages (of 4 KiB, 8 MB in all) above which the write-ahead log is moved into the database. */
const LONG_LOG_PAGES = 2000;

/** The milliseconds of work after which a rest is due: a hook waits 45 ms for the write lock. */
const WORK_MS = 10;

export class Workload {
  readonly #end: number;
  readonly #store: Store;
  #restedAt = 0;

  constructor(store: Store, { maxMs }: typeof USUAL_BOUNDS) {
    this.#store = store;
    this.#end = Date.now() + maxMs;
  }

  get isOver(): boolean {
    return this.remainingMs <= 0;
  }

  get remainingMs(): number {
    return this.#end - Date.now();
  }

  /** Repeats `step`, a transaction, until it returns 0 or the time is over. Returns the sum. */
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

  /** Rests if a rest is due; to await after each transaction. Also keeps the write-ahead log short. */
  async rest(): Promise<void> {
    if (performance.now() - this.#restedAt < WORK_MS) return;
    if (this.#store.walPages() > LONG_LOG_PAGES) this.#store.checkpoint("passive");
    await rest();
    this.#restedAt = performance.now();
  }
}

const PROMPTS_AT_ONCE = 1000;
const WORTH_MERGING = 500; // indexed rows

export async function indexSearch(store: Store, workload: Workload): Promise<number> {
  let indexed = 0;
  while (!workload.isOver) {
    for (const count of indexPortions(store)) {
      indexed += count;
      await workload.rest();
      if (workload.isOver) return indexed;
    }
    if (queuePrompts(store, PROMPTS_AT_ONCE) === 0) break; // unlike other texts, no trigger queues them
  }
  if (indexed < WORTH_MERGING) return indexed;
  for (const _ of mergeIndex(store)) {
    await workload.rest();
    if (workload.isOver) break;
  }
  return indexed;
}

const [LEAST_AT_ONCE, MOST_AT_ONCE] = [5, 150];
const AIMED_MS = 15; // for one portion

/** Indexes in portions: the time for one decides the size of the next. The caller must rest in between. */
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

/** The length of a rest. SQLite does not queue waiting processes: only in a rest can they take the lock. */
export const REST_MS = 1;

export const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));
