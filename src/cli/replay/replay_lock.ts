import { UserError } from "../../core/user_error.ts";
import { ensurePrivateFolder } from "../../host/atomic_file.ts";
import type { Paths } from "../../host/paths.ts";
import { lockProcessing } from "../process/process_lock.ts";

/** A run that a session's end has just started is mostly over in less. */
const LONGEST_WAIT_MS = 3000;
const LOOK_EVERY_MS = 100;

/**
 * Lets one replay work at a time, and none beside `mneme process`: what the other one keeps meanwhile would be taken for
 * new. Throws a `UserError` where another one is at work.
 */
export async function lockReplay(paths: Paths): Promise<Disposable> {
  ensurePrivateFolder(paths.state);
  const end = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const lock = lockProcessing(paths);
    if (lock !== undefined) return lock;
    if (Date.now() > end) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new UserError("Cannot replay: another `mneme replay` or `mneme process` is at work", {
    hint: "try again in a moment",
  });
}
