import type { Store } from "../../store/store.ts";
import { warnLine } from "../output.ts";

/**
 * Takes what was overwritten out of the write-ahead log, too. False where a reader holds on to the log: its pages go
 * with the next checkpoint that nobody is in the way of.
 */
export function emptyLog(store: Store): boolean {
  return store.first<{ busy: number }>("pragma wal_checkpoint(truncate)")?.busy === 0;
}

/** What is to be said where the log could not be emptied. */
export const LOG_IS_HELD =
  "Another program holds the write-ahead log, where the text may stand until `mneme process` has run";

export function warnOfLog(): void {
  warnLine(LOG_IS_HELD);
}
