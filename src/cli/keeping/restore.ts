import type { Paths } from "../../host/paths.ts";
import { fileIdentity, setAside } from "../../host/set_aside.ts";
import { UserError } from "../../core/user_error.ts";
import { memoryKey } from "../../core/memory_text.ts";
import { refreshGhapIndex } from "../../runner/refresh_ghap_index.ts";
import { forgetMemory, keepTraces } from "../../store/forget_memory.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { sourceRows } from "../../store/memory_sources.ts";
import { openReadOnly } from "../../store/read_only.ts";
import { LockedDatabase } from "../../store/replace_rows.ts";
import { SCHEMA_VERSION } from "../../store/schema_version.ts";
import { bringUpToDate, damageOf, isOurs } from "../../store/snapshot.ts";
import { countAll, type Counts } from "../../store/stats.ts";
import { openStore, schemaVersion, type Store } from "../../store/store.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";
import { plainText } from "../plain_text.ts";
import { commandLog, type Home, openHome, warnSetAside } from "../prepare_home.ts";
import { bringBackAtOnce } from "../process/bring_back_damaged.ts";
import { lockProcessing } from "../process/process_lock.ts";
import { keepPrunedUntil } from "../process/pruned_until.ts";
import { giveBackSpace } from "./give_back.ts";
import { removeDatabase, snapshotName, writeSnapshotFile } from "./snapshot_file.ts";

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
 * copied first, with what can be read of a damaged one. Throws a `UserError`, having changed nothing, for a file that is damaged, newer or not a backup.
 */
export async function restoreFile(file: string): Promise<Restored> {
  const schema = requireBackup(file);
  const home = openHome();
  using lock = lockProcessing(home.paths);
  if (lock === undefined) {
    home.store.close();
    throw new UserError("Cannot restore while another `mneme process` or restore is at work", {
      hint: "try again in a moment",
    });
  }
  try {
    return { schema, ...await restoreOver(home, file) };
  } catch (error) {
    throw whyNot(file, error);
  }
}

function whyNot(file: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  return new UserError(`Cannot restore ${plainText(file)}: ${asStoreError(error).message}`, {
    hint: "nothing was restored; try again in a moment",
    cause: error,
  });
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

type Outcome = Omit<Restored, "schema">;

/**
 * What is damaged cannot be emptied row by row: it is set aside, as a session start would do it, and the backup takes the
 * place of the fresh one. What a hook still writes to the damaged one is brought back like the rest of it.
 */
async function restoreOver(home: Home, file: string): Promise<Outcome> {
  const { database } = home.paths;
  const found = fileIdentity(database);
  try {
    return await restoreInto(home, file);
  } catch (error) {
    if (error instanceof UserError || asStoreError(error).fault !== "corrupt") throw error;
    warnSetAside(setAside(database, found));
    return await restoreInto(openHome(), file);
  }
}

/** What waits in a damaged database belongs to what is replaced: later, it would come back beside what is restored. */
async function restoreInto({ store, paths }: Home, file: string): Promise<Outcome> {
  using _closed = store;
  const opened = fileIdentity(paths.database);
  bringBackAtOnce(store, paths, commandLog(paths));
  const replaced = `${paths.backups}/${snapshotName("before-restore", new Date())}`;
  const forgottenAgain = await replaceBy(file, { store, paths, opened, replaced });
  refreshGhapIndex(store, paths);
  keepPrunedUntil(paths, 0); // what came back has yet to be looked through
  await giveBackSpace(store);
  return { replaced, counts: countAll(store), forgottenAgain };
}

interface Place {
  readonly store: Store;
  readonly paths: Paths;
  /** The file that the store is open on. */
  readonly opened: string | undefined;
  readonly replaced: string;
}

/**
 * By way of a copy, which is brought to our schema: the backup itself is only read. One that a killed restore has left is
 * among the backups, so that `memory forget` names it, and makes room for the next.
 */
async function replaceBy(file: string, place: Place): Promise<number> {
  const staged = `${place.paths.backups}/restoring.db`;
  try {
    removeDatabase(staged);
    await stage(file, staged);
    return await swap(staged, place);
  } finally {
    removeDatabase(staged);
  }
}

/** Throws a `UserError`: what is wrong with the copy says nothing of the database. */
async function stage(file: string, staged: string): Promise<void> {
  try {
    await writeSnapshotFile(file, staged);
    bringUpToDate(staged);
  } catch (error) {
    throw whyNot(file, error);
  }
}

/** Nobody writes from the copy of what was there to the end: a row that came between would be in neither. */
async function swap(staged: string, { store, paths, opened, replaced }: Place): Promise<number> {
  using locked = new LockedDatabase(paths.database);
  if (fileIdentity(paths.database) !== opened) throw new StoreError("corrupt", "somebody has set it aside");
  await writeSnapshotFile(paths.database, replaced);
  try {
    const forgottenAgain = forgetAgain(staged, forgottenKeys(store));
    locked.replaceRows(staged);
    return forgottenAgain;
  } catch (error) {
    removeDatabase(replaced); // all of it is still there
    throw error;
  }
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
    const traces = back.map((memory) => ({ rows: sourceRows(store, memory), files: [] }));
    for (const [i, memory] of back.entries()) {
      forgetMemory(store, memory, at);
      keepTraces(store, memory.id, traces[i]!); // the old copy has them where they were cleared since
    }
    return back.length;
  });
}
