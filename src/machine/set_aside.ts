import { orUndefined } from "../base/or_undefined.ts";
import { below, parentFolder } from "../base/slashes.ts";
import { infoOf, isFile, isFolder, replaceFile, sleepSync, unlessAbsent } from "./files.ts";
import { LOG_STAYS_MS } from "./paths.ts";

// Moves a damaged database away while other processes may use it: (1) lock the file, (2) put a dangling link in its
// place, whose target contains the new name, (3) give the file, then its log, the new name, (4) replace the link.

/** The suffix of the database between steps 2 and 3. */
const LEAVING = ".leaving";
/** The suffix of a pipe or a device that was found in the place of a database. */
const NO_FILE = ".no-file";
/** The suffix of the dangling link before it replaces the database. */
const BLIND = ".blind";
/** The folder in the target of the dangling link, which does not exist. */
const NOWHERE = "being-set-aside/";
/** The longest time to wait for the lock: another process that does the same needs less. */
const LOCK_MS = 2000;
const LOCK_STEP_MS = 20;

/**
 * Creates the file that replaces a database, under another name, and returns that name; `undefined` to begin with an
 * empty database. `aside`: the new name of the old database. If it throws, the link remains, and the next process
 * tries again.
 */
export type Replacement = (aside: string) => string | undefined;

/**
 * Renames a database that cannot be read, and its write-ahead log, and returns the new name. `found` identifies the
 * unreadable file: if another process has already replaced it, the new one stays, and the result is `undefined`.
 * Nothing is deleted, as the data may still be wanted.
 */
export function setAside(database: string, found = fileIdentity(database), replacement?: Replacement) {
  if (infoOf(database) !== undefined && !isFile(database)) return moveUnopened(database, replacement);
  // Closing any handle of the file releases this process's own locks, of connections that it left open.
  unlessAbsent(() => Deno.openSync(database))?.close();
  using file = unlessAbsent(() => Deno.openSync(database));
  if (file === undefined) return undefined;
  lock(file); // a process that found the same damage waits here, and then sees a different file
  if (fileIdentity(database) !== found) return undefined;
  clearLeaving(database, found);
  const target = freeName(database);
  giveUpName(database, target);
  moveAway(database, target, file);
  fillPlace(database, target, replacement);
  return target;
}

/** Renames a pipe, a device or a folder without a lock: opening a pipe blocks, and Windows cannot lock a folder. */
function moveUnopened(database: string, replacement: Replacement | undefined): string {
  const target = isFolder(database) ? freeName(database) : `${database}${NO_FILE}-${timeStamp()}`;
  unlessAbsent(() => replaceFile(database, target));
  fillPlace(database, target, replacement);
  return target;
}

/** Waits for a process that sets the database aside, or finishes its work. Call before creating a database. */
export function finishSettingAside(database: string, replacement?: Replacement): void {
  const named = namedBy(database);
  const target = named ?? freeName(database);
  using file = unlessAbsent(() => Deno.openSync(database + LEAVING)) ??
    unlessAbsent(() => Deno.openSync(target));
  if (file !== undefined) {
    lock(file);
    moveAway(database, target, file);
  }
  // A link without a database: somebody has removed the database.
  if (file !== undefined || named !== undefined) fillPlace(database, target, replacement);
}

/**
 * Puts the replacement in the database's place; call under the lock. Until then the link has the database's name, so
 * that hooks write to the spool. On a file system without links another process may have created a database, which
 * stays.
 */
function fillPlace(database: string, target: string, replacement: Replacement | undefined): void {
  const hasLink = namedBy(database) === target;
  if (!hasLink && fileIdentity(database) !== undefined) return;
  const made = replacement?.(target);
  if (made !== undefined) replaceFile(made, database);
  else if (hasLink) Deno.removeSync(database);
}

/**
 * Locks the database file. On macOS and Windows an open connection of SQLite prevents this. Then it throws, hooks write
 * to the spool, and the next session tries again. On Windows a locked file cannot be read, nor an open one renamed.
 */
function lock(file: Deno.FsFile): void {
  for (let waited = 0; !file.tryLockSync(true); waited += LOCK_STEP_MS) {
    if (waited >= LOCK_MS) {
      throw new Error("another program has the database open and keeps it locked, such as `mneme view`");
    }
    sleepSync(LOCK_STEP_MS);
  }
}

/** Removes the second name that a killed process gave the database; keeps a different file, of an older mneme. */
function clearLeaving(database: string, found: string | undefined): void {
  const leaving = fileIdentity(database + LEAVING);
  if (leaving === undefined) return;
  if (leaving === found) Deno.removeSync(database + LEAVING);
  else replaceFile(database + LEAVING, freeName(database));
}

/**
 * Replaces the database by a dangling link atomically. If the name were free for a moment, SQLite could create an empty
 * database for a hook, and delete the log beside it, which contains the last rows of the damaged one. A name such as
 * `file:…?mode=rw` does not prevent this: with the permissions of the executables, Deno takes it for a relative path
 * (2.9.4; it works with `-A` only). On a file system without links the log is copied first.
 */
function giveUpName(database: string, target: string): void {
  try {
    unlessAbsent(() => Deno.removeSync(database + BLIND));
    Deno.symlinkSync(NOWHERE + target.slice(parentFolder(target).length + 1), database + BLIND);
    Deno.linkSync(database, database + LEAVING);
  } catch {
    // On a full disk a part of the log is useful, too: each page in it has its own checksum.
    orUndefined(() => Deno.copyFileSync(`${database}-wal`, `${target}-wal`));
    replaceFile(database, database + LEAVING);
  }
  unlessAbsent(() => replaceFile(database + BLIND, database));
}

/** Gives database and log the new name; call under the lock. Waits before it renames the log (`LOG_STAYS_MS`). */
function moveAway(database: string, target: string, file: Deno.FsFile): void {
  if (fileIdentity(database + LEAVING) !== identityOf(file.statSync())) return;
  sleepSync(LOG_STAYS_MS);
  for (const suffix of ["-wal", "-shm"]) {
    unlessAbsent(() => replaceFile(database + suffix, target + suffix));
  }
  replaceFile(database + LEAVING, target);
}

function freeName(database: string): string {
  return `${database}.corrupt-${timeStamp()}`;
}

function timeStamp(): string {
  return new Date().toISOString().replace(/[:.]/g, "-");
}

/** Returns the database's new name from the link in its place; `undefined` without such a link. */
function namedBy(database: string): string | undefined {
  const link = orUndefined(() => Deno.readLinkSync(database));
  return link?.startsWith(NOWHERE) ? below(parentFolder(database), link.slice(NOWHERE.length)) : undefined;
}

/** Returns an identity by which a later file of the same name differs; `undefined` if there is no file. */
export function fileIdentity(path: string): string | undefined {
  const info = infoOf(path);
  return info && identityOf(info);
}

function identityOf({ ino, birthtime }: Deno.FileInfo): string {
  return `${ino} ${birthtime?.getTime()}`;
}

/** Removes a database that is not in use. Its journals go first: a new database of that name would apply them. */
export function removeDatabase(path: string): void {
  for (const suffix of ["-journal", "-wal", "-shm", ""]) unlessAbsent(() => Deno.removeSync(path + suffix));
}
