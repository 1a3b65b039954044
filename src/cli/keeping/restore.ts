import type { Paths } from "../../host/paths.ts";
import { UserError } from "../../core/user_error.ts";
import { memoryKey } from "../../core/memory_text.ts";
import { refreshGhapIndex } from "../../runner/refresh_ghap_index.ts";
import { forgetMemory } from "../../store/forget_memory.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { openReadOnly } from "../../store/read_only.ts";
import { LockedDatabase } from "../../store/replace_rows.ts";
import { SCHEMA_VERSION } from "../../store/schema_version.ts";
import { bringUpToDate, copyDatabase, damageOf, isOurs } from "../../store/snapshot.ts";
import { countAll, type Counts } from "../../store/stats.ts";
import { openStore, schemaVersion, type Store } from "../../store/store.ts";
import { asStoreError } from "../../store/store_error.ts";
import { plainText } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import { lockProcessing } from "../process/process_lock.ts";
import { writeNumber } from "../process/watermark.ts";
import { giveBackSpace } from "./give_back.ts";
import { removeIfThere, snapshotName, writeSnapshotFile } from "./snapshot_file.ts";

export interface Restored {
  /** The copy of what was there before. */
  readonly replaced: string;
  readonly counts: Counts;
  /** The schema of the file that was restored. */
  readonly schema: number;
  /** Memories of the file that were forgotten since it was made, and are forgotten again. */
  readonly forgottenAgain: number;
}

/**
 * Puts a backup in place of the database, under running sessions: hooks that come meanwhile spool. What was there is
 * copied first. Throws a `UserError`, having changed nothing, for a file that is damaged, newer or not a backup.
 */
export async function restoreFile(file: string): Promise<Restored> {
  const schema = requireBackup(file);
  const { store, paths } = openHome();
  using _closed = store;
  using lock = lockProcessing(paths);
  if (lock === undefined) {
    throw new UserError("Cannot restore while another `mneme process` or restore is at work", {
      hint: "try again in a moment",
    });
  }
  const replaced = `${paths.backups}/${snapshotName("before-restore", new Date())}`;
  const forgottenAgain = await replaceBy(file, { store, paths, replaced });
  refreshGhapIndex(store, paths);
  writeNumber(paths, "pruned", 0); // what came back has yet to be looked through
  await giveBackSpace(store);
  return { replaced, counts: countAll(store), schema, forgottenAgain };
}

/** The schema version of a sound backup of ours. */
function requireBackup(file: string): number {
  const refuse = (reason: string, hint: string) =>
    new UserError(`Cannot restore ${plainText(file)}: ${plainText(reason)}`, { hint });
  try {
    using copy = openReadOnly(file);
    const version = schemaVersion(copy);
    if (!isOurs(copy)) throw refuse("it is not a backup of mneme", "give a file that `mneme backup` wrote");
    if (version > SCHEMA_VERSION) {
      throw refuse(`it has schema ${version}, this mneme has ${SCHEMA_VERSION}`, "install the newer mneme");
    }
    const [complaint] = damageOf(copy);
    if (complaint !== undefined) throw refuse(`it is damaged (${complaint})`, "give another backup");
    return version;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = isFolder(file) ? "it is a folder" : asStoreError(error).message;
    throw refuse(reason, "give a file that `mneme backup` wrote");
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

interface Place {
  readonly store: Store;
  readonly paths: Paths;
  readonly replaced: string;
}

/**
 * By way of a copy, which is brought to our schema: the backup itself is only read. One that a killed restore has left is
 * among the backups, so that `memory forget` names it, and makes room for the next.
 */
async function replaceBy(file: string, place: Place): Promise<number> {
  const staged = `${place.paths.backups}/restoring.db`;
  const removeStaged = () => ["-wal", "-shm", ""].forEach((suffix) => removeIfThere(staged + suffix));
  try {
    removeStaged();
    await writeSnapshotFile(file, staged);
    bringUpToDate(staged);
    return await swap(staged, place);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`Cannot restore ${file}: ${asStoreError(error).message}`, {
      hint: "nothing was changed; try again in a moment",
      cause: error,
    });
  } finally {
    removeStaged();
  }
}

/** Nobody writes from the copy of what was there to the end: a row that came between would be in neither. */
async function swap(staged: string, { store, paths, replaced }: Place): Promise<number> {
  let forgottenAgain = 0;
  try {
    using locked = new LockedDatabase(paths.database);
    await writeSnapshotFile(paths.database, replaced);
    forgottenAgain = forgetAgain(staged, forgottenKeys(store));
    locked.replaceRows(staged);
  } catch (error) {
    if (error instanceof UserError || asStoreError(error).fault !== "corrupt") throw error;
    await copyDatabase(staged, paths.database); // what is damaged cannot be emptied row by row
  }
  return forgottenAgain;
}

function forgottenKeys(store: Store): ReadonlySet<string> {
  return new Set(store.all<{ key: string }>("select key from forgotten_memories").map(({ key }) => key));
}

/** What somebody wanted gone does not come back with an old copy, nor with the next one. */
function forgetAgain(staged: string, forgotten: ReadonlySet<string>): number {
  if (forgotten.size === 0) return 0;
  using store = openStore(staged);
  const at = new Date().toISOString();
  return store.transaction(() => {
    for (const key of forgotten) {
      store.run(
        "insert or ignore into forgotten_memories (key, memory_id, forgotten_at) values (?, 0, ?)",
        key,
        at,
      );
    }
    const memories = store.all<MemoryRow & { body: string }>(
      "select * from memories where status <> 'deleted'",
    );
    const back = memories.filter(({ category, body }) => forgotten.has(memoryKey(category, body)));
    for (const memory of back) forgetMemory(store, memory, at);
    return back.length;
  });
}
