import { sleepSync } from "../machine/files.ts";

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
