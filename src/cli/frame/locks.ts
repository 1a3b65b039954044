import { UserError } from "../../base/user_error.ts";
import { ensurePrivateFolder } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { attempt } from "./attempt.ts";

/**
 * The locks that only one process of a data folder can have. "process": `mneme process`, replays and restores;
 * "changes": a change of pauses or settings, which reads a file and then replaces it.
 */
type LockName = "process" | "view" | "backup" | "changes";

/** Takes a lock; `undefined` if another process has it. The system releases it when the process ends, even if killed. */
export function takeLock(paths: Paths, name: LockName): Deno.FsFile | undefined {
  const file = openLock(paths, name);
  if (file.tryLockSync(true)) return file;
  file.close();
  return undefined;
}

/** Waits for a lock that every process gives back by itself, and takes it. */
export function holdLock(paths: Paths, name: "backup" | "changes"): Disposable {
  const file = openLock(paths, name);
  file.lockSync(true);
  return file;
}

function openLock({ state }: Paths, name: LockName): Deno.FsFile {
  const path = `${state}/${name}.lock`;
  return attempt(`lock ${path}`, "run `mneme doctor`", () => {
    ensurePrivateFolder(state);
    return Deno.openSync(path, { write: true, create: true, mode: 0o600 });
  });
}

/** Waits for the lock "process". Returns `undefined` if it does not become free in time. */
export async function waitForLock(paths: Paths, longestMs: number): Promise<Disposable | undefined> {
  const end = Date.now() + longestMs;
  for (;;) {
    const lock = takeLock(paths, "process");
    if (lock !== undefined || Date.now() >= end) return lock;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Takes the lock "process". Throws a `UserError` "Cannot <what>" if it does not become free in time. */
export async function requireLock(paths: Paths, what: string, longestMs = 0): Promise<Disposable> {
  const lock = await waitForLock(paths, longestMs);
  if (lock !== undefined) return lock;
  throw new UserError(`Cannot ${what}: a \`mneme process\`, replay or restore is at work`, {
    hint: "try again in a moment",
  });
}
