import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { sleepSync } from "../../host/sleep_sync.ts";
import { asStoreError } from "../../store/store_error.ts";
import { commandLog, HINTS, openHome } from "../prepare_home.ts";
import { bringBackAtOnce } from "./bring_back_damaged.ts";
import { lockProcessing } from "./process_lock.ts";
import { waitingFiles } from "./set_aside_files.ts";

/** A run that a session end has just started brings back the usual database in less. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 100;

/**
 * Brings back what databases that were set aside still hold, before anything is forgotten: what waits there would come
 * back later, and would be lost where the file itself is removed. Throws a `UserError` where it cannot be done now.
 */
export function bringBackFirst(): void {
  const { store, paths } = openHome();
  using _closed = store;
  if (waitingFiles(paths).length === 0) return;
  using _lock = lockSoon(paths);
  try {
    bringBackAtOnce(store, paths, commandLog(paths));
  } catch (error) {
    const { fault, message } = asStoreError(error);
    throw new UserError(`Cannot bring back what a damaged database holds, which comes first: ${message}`, {
      hint: HINTS[fault],
      cause: error,
    });
  }
}

function lockSoon(paths: Paths): Disposable {
  const end = Date.now() + LONGEST_WAIT_MS;
  for (let lock = lockProcessing(paths);; lock = lockProcessing(paths)) {
    if (lock !== undefined) return lock;
    if (Date.now() > end) break;
    sleepSync(LOOK_EVERY_MS);
  }
  throw new UserError("Cannot forget while another `mneme process` brings back a damaged database", {
    hint: "try again in a moment",
  });
}
