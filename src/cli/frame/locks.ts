// Locks that one process at a time can hold. The system releases a lock when its process ends, even if killed.
import { below } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { ensurePrivateFolder } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { attempt } from "./attempt.ts";

/** "process" guards processing (also before a prune), replay and restore; "changes" guards pauses, settings and spaces. */
type LockName = "process" | "view" | "backup" | "changes"; // "view": one server; "backup": daily backups

export function takeLock(paths: Paths, name: LockName): Deno.FsFile | undefined {
  const file = openLock(paths, name);
  if (file.tryLockSync(true)) return file;
  file.close();
  return undefined;
}

/** Waits as long as it takes: every process gives this lock back by itself, and waits for nothing while it has it. */
export function holdLock(paths: Paths, name: "changes"): Disposable {
  const file = openLock(paths, name);
  file.lockSync(true);
  return file;
}

function openLock({ state }: Paths, name: LockName): Deno.FsFile {
  const path = below(state, `${name}.lock`);
  return attempt(`lock ${path}`, "run `mneme doctor`", () => {
    ensurePrivateFolder(state);
    return Deno.openSync(path, { write: true, create: true, mode: 0o600 });
  });
}

/** Tries for `longestMs`, else returns `undefined`: `lockSync` would block calls of this process that hold the lock. */
export async function waitForLock(paths: Paths, name: "process" | "backup", longestMs = Infinity) {
  const end = Date.now() + longestMs;
  for (;;) {
    const lock = takeLock(paths, name);
    if (lock !== undefined || Date.now() >= end) return lock;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function requireProcessLock(paths: Paths, what: string, longestMs = 0): Promise<Disposable> {
  const lock = await waitForLock(paths, "process", longestMs);
  if (lock !== undefined) return lock;
  throw new UserError(`Cannot ${what}: another command of mneme works on the database`, {
    hint: "try again in a moment",
  });
}
