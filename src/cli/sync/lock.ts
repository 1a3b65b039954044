import { UserError } from "../../base/user_error.ts";
import { below } from "../../base/slashes.ts";
import { ensurePrivateFolder } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { spaceId } from "../../sync/space_key.ts";
import { syncFolder } from "../../sync/spaces.ts";

const STEP_MS = 50;
const WAIT_MS = 60_000;

/**
 * Locks a space, so that only one process with this data folder syncs it at a time: two would send the same records, and
 * would use the same git repository. The lock ends with the process. Throws a `UserError` after `WAIT_MS`.
 */
export async function lockSpace(
  paths: Paths,
  space: string,
  signal?: AbortSignal,
): Promise<Disposable> {
  ensurePrivateFolder(syncFolder(paths));
  const path = below(syncFolder(paths), `${spaceId(space)}.lock`);
  const file = Deno.openSync(path, { create: true, write: true, mode: 0o600 });
  for (let waited = 0; !file.tryLockSync(true); waited += STEP_MS) {
    if (waited >= WAIT_MS || signal?.aborted) {
      file.close();
      throw new UserError(`Another process of mneme is at work on the space ${space}`, {
        hint: "wait until it is done, then run `mneme sync`",
      });
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return { [Symbol.dispose]: () => file.close() };
}
