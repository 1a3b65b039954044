// Moves a damaged database away while other processes may use it: (1) locks the file, (2) gives it a name by
// which the next process can finish the work of a killed one, (3) renames its log, (4) puts a backup in its
// place, (5) gives file and log their last names. Without a database, hooks spool.
import { orUndefined } from "../base/or_undefined.ts";
import { infoOf, isFile, isFolder, replaceFile, sizeOf, sleepSync, unlessAbsent } from "./files.ts";
import { LOG_STAYS_MS } from "./paths.ts";

/** The suffix of a database that is being set aside. */
const LEAVING = ".leaving";
/** The suffix of a pipe or device that stood in the place of a database. */
const NO_FILE = ".no-file";
/** Longer than another process needs for the same work. */
const LOCK_MS = 2000;
const LOCK_STEP_MS = 20;

/**
 * Makes the file that replaces a database, which was `made` then and will be named `aside`; returns its path,
 * or `undefined` for an empty database. If it throws, the next process tries again.
 */
export type Replacement = (aside: string, made: Date | null) => string | undefined;

/**
 * Renames an unreadable database and its log, and returns the new name; deletes nothing. Returns `undefined`
 * if another process has replaced the file that was `found`.
 */
export function setAside(database: string, found = fileIdentity(database), replacement?: Replacement) {
  if (infoOf(database) !== undefined && !isFile(database)) return moveUnopened(database, replacement);
  // Closing any handle of the file releases this process's own locks.
  unlessAbsent(() => Deno.openSync(database))?.close();
  using file = unlessAbsent(() => Deno.openSync(database));
  if (file === undefined) return undefined;
  lock(file); // another process that found the same damage waits here
  if (fileIdentity(database) !== found) return undefined;
  const leaving = database + LEAVING;
  giveLastName(leaving, freeName(database)); // of a process that was killed before its last step
  // If a hook opens the database just now, SQLite creates an empty one and deletes the log, which has the last
  // rows. A part of the log, on a full disk, is useful: each page has its own checksum.
  orUndefined(() => Deno.copyFileSync(`${database}-wal`, `${leaving}-wal`));
  replaceFile(database, leaving);
  return moveAway(database, file, replacement);
}

/** Without a lock: opening a pipe blocks, and Windows cannot lock a folder. */
function moveUnopened(database: string, replacement: Replacement | undefined): string {
  const target = isFolder(database) ? freeName(database) : `${database}${NO_FILE}-${timeStamp()}`;
  unlessAbsent(() => replaceFile(database, target));
  fillPlace(database, target, infoOf(target), replacement);
  return target;
}

/** Waits for a process that sets the database aside, or finishes its work. Call this before creating one. */
export function finishSettingAside(database: string, replacement?: Replacement): void {
  using file = unlessAbsent(() => Deno.openSync(database + LEAVING));
  if (file === undefined) return;
  lock(file);
  moveAway(database, file, replacement);
}

/** Does what is left under the lock, unless another process has done it. Returns the new name. */
function moveAway(database: string, file: Deno.FsFile, replacement: Replacement | undefined): string {
  const [leaving, target, info] = [database + LEAVING, freeName(database), file.statSync()];
  if (fileIdentity(leaving) !== identityOf(info)) return target;
  sleepSync(LOG_STAYS_MS);
  for (const suffix of ["-wal", "-shm"]) {
    unlessAbsent(() => replaceFile(database + suffix, leaving + suffix));
  }
  fillPlace(database, target, info, replacement);
  giveLastName(leaving, target);
  return target;
}

function giveLastName(leaving: string, target: string): void {
  for (const suffix of ["-wal", "-shm", ""]) {
    unlessAbsent(() => replaceFile(leaving + suffix, target + suffix));
  }
}

function fillPlace(
  database: string,
  target: string,
  info: Deno.FileInfo | undefined,
  replacement: Replacement | undefined,
): void {
  if (sizeOf(database) > 0) return; // another process was faster
  const made = replacement?.(target, info?.birthtime ?? null);
  if (made !== undefined) replaceFile(made, database);
}

/** Fails on macOS and Windows while SQLite has the file open: hooks spool, and the next session tries. */
function lock(file: Deno.FsFile): void {
  for (let waited = 0; !file.tryLockSync(true); waited += LOCK_STEP_MS) {
    if (waited >= LOCK_MS) {
      throw new Error("another program has the database open and keeps it locked, such as `mneme view`");
    }
    sleepSync(LOCK_STEP_MS);
  }
}

function freeName(database: string): string {
  return `${database}.corrupt-${timeStamp()}`;
}

function timeStamp(): string {
  return new Date().toISOString().replace(/[:.]/g, "-");
}

/** Returns a text that differs for another file of the same name; `undefined` without a file. */
export function fileIdentity(path: string): string | undefined {
  const info = infoOf(path);
  return info && identityOf(info);
}

function identityOf({ ino, birthtime }: Deno.FileInfo): string {
  return `${ino} ${birthtime?.getTime()}`;
}

/** The journals go first: a new database of that name would apply them. */
export function removeDatabase(path: string): void {
  for (const suffix of ["-journal", "-wal", "-shm", ""]) unlessAbsent(() => Deno.removeSync(path + suffix));
}
