// Prepares the data folder (files, database, schema, spool), replaces a damaged database, makes notices for the user.
import { amount } from "../base/amounts.ts";
import { orUndefined } from "../base/or_undefined.ts";
import { drainSpool } from "./drain_spool.ts";
import { openInPlace } from "./keeper.ts";
import { dailyBackups, momentOfBackup, noteGap, readGap } from "../machine/daily_backups.ts";
import { ensurePrivateFolder, infoOf, isFile, sizeOf, textOf } from "../machine/files.ts";
import { ghapIndexFile } from "../machine/ghap_index.ts";
import type { LogFunction } from "../machine/log.ts";
import { clearLost, prepareLostFile, readLost } from "../machine/spool.ts";
import type { Paths } from "../machine/paths.ts";
import { foldersInRepository } from "../machine/project.ts";
import {
  fileIdentity,
  finishSettingAside,
  removeDatabase,
  type Replacement,
  setAside,
} from "../machine/set_aside.ts";
import { nearestMemories } from "../store/at_start.ts";
import { migrate } from "../store/migrations.ts";
import { bringUpToDate, damageOf, isMnemes } from "../store/snapshot.ts";
import { openAnyVersion, openReadOnly, requireOwnVersion, type Store } from "../store/store.ts";
import { asStoreError, StoreError } from "../store/store_error.ts";

export type PreparedHome = Readonly<ReturnType<typeof prepareHome>>;

interface PrepareOptions {
  readonly drainLimit: number;
  readonly log: LogFunction;
  readonly lockBudgetMs?: number;
  /** If the database or its backup is larger, it is neither migrated nor restored, as this takes long. */
  readonly maxBytes?: number;
}

/**
 * Makes the data folder and the database, migrates the schema and drains the spool. A corrupt database is renamed, never
 * deleted, and replaced by the newest sound daily backup or an empty one. Throws a `StoreError` if the database cannot be
 * used now: it is busy or newer, the disk is full or read-only, its replacement is damaged, too, or it has to be migrated
 * or replaced and is larger than `maxBytes`.
 */
export function prepareHome(paths: Paths, options: PrepareOptions) {
  const { log } = options;
  prepareFolders(paths, log);
  const found = fileIdentity(paths.database);
  let movedTo: string | undefined;
  for (let tried = 1;; tried++) {
    try {
      return { ...openAndDrain(paths, options), setAside: movedTo };
    } catch (error) {
      const fault = asStoreError(error);
      if (fault.fault !== "corrupt" || tried > 2) throw fault;
      if (tried === 1) continue; // the disk may have failed only for a moment
      log("error", `The database is corrupt: ${fault.message}`);
      movedTo = setAside(paths.database, found, replacementOf(paths, log, options.maxBytes));
      if (movedTo !== undefined) log("info", `Set the database aside as ${movedTo}`);
    }
  }
}

/** Throws only if the root cannot be made, since the database needs no other folder. */
function prepareFolders(paths: Paths, log: LogFunction): void {
  ensurePrivateFolder(paths.root);
  const steps = [
    ...[paths.spool, paths.logs, paths.state].map((folder) => () => ensurePrivateFolder(folder)),
    () => noteLoss(paths),
    () => prepareLostFile(paths),
    () => prepareFile(paths.paused, "[]\n"),
    () => prepareFile(paths.untold, "\n"),
    () => prepareFile(ghapIndexFile(paths), "\n"),
  ];
  for (const prepare of steps) {
    try {
      prepare();
    } catch (error) {
      log("failure", `Cannot prepare the data folder: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** Notes lost events as a gap, unless another gap waits for `mneme process`. Throws while the disk is full. */
function noteLoss(paths: Paths): void {
  const lost = readLost(paths);
  if (lost === 0 || readGap(paths) !== undefined) return;
  const until = new Date().toISOString();
  const backup = dailyBackups(paths).map(momentOfBackup).find((moment) => (moment ?? until) < until);
  const since = backup ?? infoOf(paths.database)?.birthtime?.toISOString() ?? until;
  noteGap(paths, { since, until, backup: undefined });
  clearLost(paths);
  const later = `a session's end or \`mneme process\` reads ${amount(lost, "event")} from the transcripts`;
  tellLater(paths, `the disk could not be written; ${later}`);
}

/** For a project without memories, tells of the nearest folder above it in the repository that has some. */
export function memoriesAbove(store: Store, project: string): string | undefined {
  const nearest = nearestMemories(store, foldersInRepository(project));
  if (nearest === undefined || nearest.project === project || /\p{C}/u.test(nearest.project)) {
    return undefined;
  }
  const memories = amount(nearest.memories, "memory");
  return `${nearest.project} above has ${memories}, which only sessions that start there get`;
}

/** Makes a file if it is absent. Hooks read these files often, and looking for an absent one takes longer. */
function prepareFile(path: string, text: string): void {
  if (isFile(path)) return;
  try {
    Deno.writeTextFileSync(path, text, { createNew: true, mode: 0o600 });
  } catch (error) { // another session start may make it at the same moment
    if (!(error instanceof Deno.errors.AlreadyExists)) throw asStoreError(error);
  }
}

function openAndDrain(paths: Paths, options: PrepareOptions) {
  const store = openOrCreate(paths, options);
  try {
    if (sizeOf(paths.database) > (options.maxBytes ?? Infinity)) requireOwnVersion(store);
    else migrate(store);
    return { store, drained: drainSpool(store, paths, options).drained };
  } catch (error) {
    // The caller may set this database aside. Closing it afterwards would delete the log of the fresh database.
    store.abandon();
    throw error;
  }
}

/** Creates a missing database with mode 0600, since SQLite gives `-wal` and `-shm` the same mode. */
function openOrCreate(paths: Paths, { lockBudgetMs, log, maxBytes }: PrepareOptions): Store {
  const path = paths.database;
  const found = infoOf(path); // a file that cannot be inspected fails when it is opened
  if (found === undefined) {
    finishSettingAside(path, replacementOf(paths, log, maxBytes));
    prepareFile(path, "");
  } else if (!found.isFile) throw new StoreError("corrupt", "memory.db is not a file");
  return openInPlace(path, () => openAnyVersion(path, lockBudgetMs));
}

/**
 * Returns a function that copies the newest sound daily backup, to replace a damaged database, and notes the time since
 * that backup as a gap, which `mneme process` fills from transcripts. Other backups may hold forgotten text.
 */
export function replacementOf(paths: Paths, log: LogFunction, maxBytes = Infinity): Replacement {
  return (aside) => {
    if (dailyBackups(paths).some((path) => sizeOf(path) > maxBytes)) {
      throw new StoreError("corrupt", "the backup is too large to be restored here");
    }
    const until = new Date().toISOString();
    const backup = dailyBackups(paths).find((path) => isUsable(path, log));
    const moment = backup && momentOfBackup(backup);
    const since = moment ?? infoOf(aside)?.birthtime?.toISOString();
    if (since === undefined) return undefined; // somebody has removed the database
    const copy = `${paths.database}.restoring`;
    if (backup !== undefined) {
      removeDatabase(copy); // left by a process that was killed while it copied
      Deno.copyFileSync(backup, copy);
      bringUpToDate(copy);
      log("info", `Restored the backup ${backup}`);
    }
    noteGap(paths, { since, until, backup: moment });
    const now = describeReplacement(paths, "when a session ends");
    tellLater(paths, `the database was damaged and is set aside as ${aside}; ${now}`);
    return backup && copy;
  };
}

/** Keeps a notice until a person reads it, as a script may be the first to meet its cause. Never throws. */
function tellLater({ untold }: Paths, notice: string): void {
  orUndefined(() => Deno.writeTextFileSync(untold, `${notice}\n`, { append: true, mode: 0o600 }));
}

/** Returns the notices that no person was told yet, and counts them as told. */
export function takeUntold({ untold }: Paths): string[] {
  const notices = (textOf(untold) ?? "").split("\n").filter((line) => line !== "");
  if (notices.length > 0) orUndefined(() => Deno.writeTextFileSync(untold, "\n")); // if this fails, they are told again
  return notices;
}

/** Says what replaced a damaged database, and `when` the transcripts are read. */
export function describeReplacement(paths: Paths, when: string): string {
  const backup = readGap(paths)?.backup;
  if (backup === undefined) {
    return `there was no backup, so a new database was begun; the transcripts are read again ${when}`;
  }
  const moment = backup.slice(0, 16).replace("T", " ");
  return `the backup of ${moment} UTC took its place, and later records are read from the transcripts ${when}`;
}

/** Returns true if a backup can be used; else logs the reason. */
function isUsable(backup: string, log: LogFunction): boolean {
  let fault: string | undefined;
  try {
    using copy = openReadOnly(backup);
    fault = isMnemes(copy) ? damageOf(copy, "quick_check")[0] : "it is not a database of mneme";
  } catch (error) {
    fault = asStoreError(error).message;
  }
  if (fault !== undefined) log("error", `The backup ${backup} cannot be used: ${fault}`);
  return fault === undefined;
}
