import { ensurePrivateFolder } from "../../host/atomic_file.ts";
import { parentFolder } from "../../core/slashes.ts";
import { UserError } from "../../core/user_error.ts";
import { copyDatabase, makeStandAlone } from "../../store/snapshot.ts";
import { asStoreError } from "../../store/store_error.ts";
import { isThere } from "../is_there.ts";

/** `mneme-2026-03-01T14-05-59-120Z.db`: sorts by time, and is a file name everywhere. */
export function snapshotName(prefix: string, now: Date): string {
  return `${prefix}-${now.toISOString().replace(/[:.]/g, "-")}.db`;
}

/**
 * Writes a copy of a database, readable by its owner alone; it appears under its name when it is whole. Throws a
 * `UserError`, leaving nothing behind, where that cannot be done or something is there already.
 */
export async function writeSnapshotFile(database: string, path: string): Promise<void> {
  if (isThere(path)) {
    throw new UserError(`Cannot write ${path}: it is there already`, { hint: "give another name" });
  }
  const unfinished = `${path}.${Deno.pid}.tmp`;
  try {
    ensurePrivateFolder(parentFolder(path) || "/");
    Deno.openSync(unfinished, { write: true, createNew: true, mode: 0o600 }).close();
    await copyDatabase(database, unfinished);
    makeStandAlone(unfinished);
    Deno.renameSync(unfinished, path);
  } catch (error) {
    removeDatabase(unfinished);
    throw new UserError(`Cannot write ${path}: ${asStoreError(error).message}`, {
      hint: "give a place that can be written and has room for the whole database",
      cause: error,
    });
  }
}

/** Removes a database that nobody uses, if it is there: its journals first, which another one of its name would take for its own. */
export function removeDatabase(path: string): void {
  for (const suffix of ["-journal", "-wal", "-shm", ""]) removeIfThere(path + suffix);
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
