import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { sleepSync } from "../../host/sleep_sync.ts";
import { asStoreError } from "../../store/store_error.ts";
import { commandLog, HINTS, openHome } from "../prepare_home.ts";
import { bringBackAtOnce } from "./bring_back_damaged.ts";
import { lockProcessing } from "./process_lock.ts";
import { waitingFiles } from "./set_aside_files.ts";

/** How long somebody waits. */
export interface Patience {
  /** For another process that may be bringing it back. */
  readonly lockMs: number;
  /** While it is brought back here. */
  readonly workMs: number;
}

/** A run that a session end has just started brings back the usual database in less. */
const OF_A_PERSON: Patience = { lockMs: 10_000, workMs: Infinity };
/** A call that takes long looks as if it were stuck. */
export const OF_AN_AGENT: Patience = { lockMs: 500, workMs: 2000 };
const LOOK_EVERY_MS = 100;

/**
 * Brings back what databases that were set aside still hold, before anything is forgotten: what waits there would come
 * back later, and would be lost where the file itself is removed. Throws a `UserError` where it cannot be done now.
 */
export function bringBackFirst({ lockMs, workMs }: Patience = OF_A_PERSON): void {
  const { store, paths } = openHome();
  using _closed = store;
  using lock = lockSoon(paths, lockMs);
  if (lock === undefined) return;
  try {
    bringBackAtOnce(store, paths, commandLog(paths), Date.now() + workMs);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { fault, message } = asStoreError(error);
    throw new UserError(`Cannot bring back what a damaged database holds, which comes first: ${message}`, {
      hint: HINTS[fault],
      cause: error,
    });
  }
}

/** `undefined` where nothing waits, or no longer: whoever has the lock may go on with something else. */
function lockSoon(paths: Paths, lockMs: number): Disposable | undefined {
  const end = Date.now() + lockMs;
  while (waitingFiles(paths).length > 0) {
    const lock = lockProcessing(paths);
    if (lock !== undefined) return lock;
    if (Date.now() > end) throw isTaken();
    sleepSync(LOOK_EVERY_MS);
  }
  return undefined;
}

function isTaken(): UserError {
  return new UserError("Cannot forget while another `mneme process` brings back a damaged database", {
    hint: "try again in a moment",
  });
}
