import type { Store } from "../../store/store.ts";
import { warnLine } from "../output.ts";

/**
 * Takes what was removed out of the write-ahead log. Where a reader holds on to that, its pages go with the next
 * checkpoint that nobody is in the way of, and a line says so.
 */
export function emptyLog(store: Store): void {
  if (store.first<{ busy: number }>("pragma wal_checkpoint(truncate)")?.busy === 0) return;
  warnLine(
    "Another program holds the write-ahead log, where the text may stand until `mneme process` has run",
  );
}
