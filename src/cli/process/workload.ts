import type { Store } from "../../store/store.ts";
import { rest } from "../rest.ts";

/** What one run does at most; the next one goes on where it ended. */
export interface WorkBounds {
  readonly maxMs: number;
  /** Of captures; absent: as many as there is time for. */
  readonly maxCaptures?: number;
}

export const USUAL_BOUNDS: WorkBounds = { maxMs: 120_000, maxCaptures: 200_000 };

/** Some 8 MB: a longer write-ahead log makes every reader slower. */
const LONG_LOG_PAGES = 2000;
const LOOK_EVERY = 16;

/** How much of its bounds a run has used up. */
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

  /** Whether the rest is for the next run. */
  get isOver(): boolean {
    return this.remainingMs <= 0 || this.#capturesLeft <= 0;
  }

  get remainingMs(): number {
    return this.#end - Date.now();
  }

  countCaptures(captures: number): void {
    this.#capturesLeft -= captures;
  }

  /** To be awaited after each transaction. */
  async rest(): Promise<void> {
    if (++this.#rests % LOOK_EVERY === 0 && this.#store.walPages() > LONG_LOG_PAGES) {
      this.#store.checkpoint("passive");
    }
    await rest();
  }
}
