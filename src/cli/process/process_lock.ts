import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";

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
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`Cannot lock ${path}: ${reason}`, { hint: "run `mneme doctor`", cause: error });
  }
}
