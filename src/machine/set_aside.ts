import { below, parentFolder } from "../base/slashes.ts";
import { infoOf, isFile, isFolder, replaceFile, sleepSync, unlessAbsent } from "./files.ts";
import { LOG_STAYS_MS } from "./paths.ts";

/** The suffix of a database that is being set aside: nobody finds it any more, and nobody begins a fresh one. */
const LEAVING = ".leaving";
/** The suffix of a pipe or a device that stood in its place: nobody looks for a database in it. */
const NO_FILE = ".no-file";
/** The suffix of the link that has its name meanwhile: it leads nowhere, and names the new name of the database. */
const BLIND = ".blind";
const NOWHERE = "being-set-aside/";
/** As long as others need to set it aside. */
const LOCK_MS = 2000;
const LOCK_STEP_MS = 20;

/**
 * Makes the file that takes the place of a database, under another name, and returns that; `undefined` where a fresh
 * database is to be begun. Where it throws, the place stays taken, and whoever comes next tries again.
 */
export type Replacement = (aside: string) => string | undefined;

/**
 * Moves a database that cannot be read out of the way, with its write-ahead log, and returns its new name.
 * `found` is the file that could not be read: when another process has just set it aside and begun another one,
 * that one stays, and the answer is `undefined`. Nothing is deleted: what is in it may be wanted.
 */
export function setAside(
  database: string,
  found = fileIdentity(database),
  replacement?: Replacement,
): string | undefined {
  if (infoOf(database) !== undefined && !isFile(database)) return moveUnopened(database, replacement);
  unlessAbsent(() => Deno.openSync(database))?.close(); // gives up the locks of connections that this process could not use and has left open
  using file = unlessAbsent(() => Deno.openSync(database));
  if (file === undefined) return undefined;
  lock(file); // whoever found the same damage waits here, and then sees that the file has gone
  if (fileIdentity(database) !== found) return undefined;
  clearLeaving(database, found);
  const target = freeName(database);
  giveUpName(database, target);
  moveAway(database, target, file);
  fillPlace(database, target, replacement);
  return target;
}

/** To open a pipe is to wait for somebody who writes into it, and on Windows a folder cannot be locked. */
function moveUnopened(database: string, replacement: Replacement | undefined): string {
  const target = isFolder(database) ? freeName(database) : `${database}${NO_FILE}-${timeStamp()}`;
  unlessAbsent(() => replaceFile(database, target));
  fillPlace(database, target, replacement);
  return target;
}

/** Before a fresh database is begun: waits for who sets the old one aside, and does it for one that was killed. */
export function finishSettingAside(database: string, replacement?: Replacement): void {
  const named = namedBy(database);
  const target = named ?? freeName(database);
  using file = unlessAbsent(() => Deno.openSync(database + LEAVING)) ??
    unlessAbsent(() => Deno.openSync(target));
  if (file !== undefined) {
    lock(file);
    moveAway(database, target, file);
  }
  // A link that is left without a file: somebody has removed what it was put there for.
  if (file !== undefined || named !== undefined) fillPlace(database, target, replacement);
}

/**
 * Under the lock of the file that went. While the replacement is made, the link has the database's name, and hooks spool;
 * on a file system without links another process may have begun a fresh one, which stays.
 */
function fillPlace(database: string, target: string, replacement: Replacement | undefined): void {
  const isHeld = namedBy(database) === target;
  if (!isHeld && fileIdentity(database) !== undefined) return;
  const made = replacement?.(target);
  if (made !== undefined) replaceFile(made, database);
  else if (isHeld) Deno.removeSync(database);
}

/**
 * On macOS and Windows a connection of SQLite keeps others from this lock for as long as it is open, which may be for
 * good: then the damage stays for the next session, no session waits for it, and hooks spool. On Windows, in turn, nobody
 * reads the database while it is locked, and nobody renames one that is open.
 */
function lock(file: Deno.FsFile): void {
  for (let waited = 0; !file.tryLockSync(true); waited += LOCK_STEP_MS) {
    if (waited >= LOCK_MS) {
      throw new Error("another program has the database open and keeps it locked, such as `mneme view`");
    }
    sleepSync(LOCK_STEP_MS);
  }
}

/** A second name of the database itself is of one who was killed; a file of its own, of an older mneme, is kept. */
function clearLeaving(database: string, found: string | undefined): void {
  const leaving = fileIdentity(database + LEAVING);
  if (leaving === undefined) return;
  if (leaving === found) Deno.removeSync(database + LEAVING);
  else replaceFile(database + LEAVING, freeName(database));
}

/**
 * Leaves a link to nowhere under the database's name, in one step. If the name were free for a moment, SQLite would make
 * an empty database for a hook that had just seen ours, and delete the log beside it, in which ours has its last rows.
 * A name such as `file:…?mode=rw` does not keep SQLite from that: under the permissions of the executables, the runtime
 * takes it for a path below the current folder (Deno 2.9.4; it works with `-A` alone).
 * On a file system without such links a copy of the log is made first.
 */
function giveUpName(database: string, target: string): void {
  try {
    unlessAbsent(() => Deno.removeSync(database + BLIND));
    Deno.symlinkSync(NOWHERE + target.slice(parentFolder(target).length + 1), database + BLIND);
    Deno.linkSync(database, database + LEAVING);
  } catch {
    copyIfPossible(`${database}-wal`, `${target}-wal`);
    replaceFile(database, database + LEAVING);
  }
  unlessAbsent(() => replaceFile(database + BLIND, database));
}

/** Under the lock of the file that goes. */
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

/** Reads the new name from the link in the database's place; `undefined` where there is no such link. */
function namedBy(database: string): string | undefined {
  try {
    const link = Deno.readLinkSync(database);
    if (!link.startsWith(NOWHERE)) return undefined;
    return below(parentFolder(database), link.slice(NOWHERE.length));
  } catch {
    return undefined; // nothing, or no link
  }
}

/** Returns an identity that differs for a later file of the same name; `undefined` when there is no file. */
export function fileIdentity(path: string): string | undefined {
  const info = infoOf(path);
  return info && identityOf(info);
}

function identityOf({ ino, birthtime }: Deno.FileInfo): string {
  return `${ino} ${birthtime?.getTime()}`;
}

/** On a full disk there may be room for a part, which is of use, too: each row in it has its own checksum. */
function copyIfPossible(from: string, to: string): void {
  try {
    Deno.copyFileSync(from, to);
  } catch {
    // There is no log, or no room: the database has to make way all the same.
  }
}

/** Removes a database that nobody uses, if it is there: its journals first, which another one of its name would take for its own. */
export function removeDatabase(path: string): void {
  for (const suffix of ["-journal", "-wal", "-shm", ""]) unlessAbsent(() => Deno.removeSync(path + suffix));
}
