// Moves a damaged database away while other processes may use it: (1) locks the file, (2) puts a dangling link in its
// place, whose target holds the new name, (3) renames file and log, (4) replaces the link by a backup or nothing.
import { orUndefined } from "../base/or_undefined.ts";
import { below, fileName, parentFolder } from "../base/slashes.ts";
import { infoOf, replaceFile, sleepSync, unlessAbsent } from "./files.ts";
import { LOG_STAYS_MS } from "./paths.ts";

const LEAVING = ".leaving"; // the ending of the database's second name while it is moved
const BLIND = ".blind"; // the ending of the dangling link's name before it takes the database's place
const NOWHERE = "being-set-aside/"; // the folder in the link's target; it does not exist
const LOCK_MS = 2000; // longer than another process needs for the same work
const LOCK_STEP_MS = 20; // the pause between two attempts to lock

/**
 * Makes the file that replaces the database, which is now named `aside`, and returns its path; `undefined`
 * for an empty database. If it throws, the link stays, and the next process tries again.
 */
export type Replacement = (aside: string) => string | undefined;

/**
 * Renames an unreadable database and its log, and returns the new name; deletes nothing. Returns `undefined`
 * if the file of the identity `found` is gone, as another process has removed or replaced it.
 */
export function setAside(database: string, found = fileIdentity(database), replacement?: Replacement) {
  // Releases this process's own locks, as closing any handle of a file does.
  unlessAbsent(() => Deno.openSync(database))?.close();
  using file = unlessAbsent(() => Deno.openSync(database));
  if (file === undefined) return undefined;
  lock(file); // another process that found the same damage waits here
  if (fileIdentity(database) !== found) return undefined;
  clearLeaving(database, found);
  const target = freeName(database);
  giveUpName(database, target);
  moveAway(database, target, file);
  fillPlace(database, target, replacement);
  return target;
}

/** Waits for a process that sets the database aside, or finishes its work. Call this before a database is made. */
export function finishSettingAside(database: string, replacement?: Replacement): void {
  const named = nameInLink(database);
  const target = named ?? freeName(database);
  using file = unlessAbsent(() => Deno.openSync(database + LEAVING)) ??
    unlessAbsent(() => Deno.openSync(target));
  if (file !== undefined) {
    lock(file);
    moveAway(database, target, file);
  }
  // With a link alone, somebody has removed the database.
  if (file !== undefined || named !== undefined) fillPlace(database, target, replacement);
}

/** Fills the database's place, under the lock. A database that a hook has made there without a link stays. */
function fillPlace(database: string, target: string, replacement: Replacement | undefined): void {
  const hasLink = nameInLink(database) === target;
  if (!hasLink && fileIdentity(database) !== undefined) return;
  const made = replacement?.(target);
  if (made !== undefined) replaceFile(made, database);
  else if (hasLink) Deno.removeSync(database);
}

/** Fails on macOS and Windows while SQLite has the file open: hooks spool, and a later session tries. */
function lock(file: Deno.FsFile): void {
  for (let waited = 0; !file.tryLockSync(true); waited += LOCK_STEP_MS) {
    if (waited >= LOCK_MS) throw new Error("another program, such as `mneme view`, has the database locked");
    sleepSync(LOCK_STEP_MS);
  }
}

/** Removes the second name that a killed process gave the database; keeps any other file there. */
function clearLeaving(database: string, found: string | undefined): void {
  const leaving = fileIdentity(database + LEAVING);
  if (leaving === undefined) return;
  if (leaving === found) Deno.removeSync(database + LEAVING);
  else replaceFile(database + LEAVING, freeName(database));
}

/**
 * Puts the link in the database's place. If the name were free, SQLite could create an empty database for a
 * hook and delete the log, which has the last rows. (`file:…?mode=rw` would prevent that only with all
 * permissions, as of Deno 2.9.4.) Without links, a copy of the log is made first.
 */
function giveUpName(database: string, target: string): void {
  try {
    unlessAbsent(() => Deno.removeSync(database + BLIND));
    Deno.symlinkSync(NOWHERE + fileName(target), database + BLIND);
    Deno.linkSync(database, database + LEAVING);
  } catch {
    // A part of the log, on a full disk, is useful: each page has its own checksum.
    orUndefined(() => Deno.copyFileSync(`${database}-wal`, `${target}-wal`));
    replaceFile(database, database + LEAVING);
  }
  unlessAbsent(() => replaceFile(database + BLIND, database));
}

/** Renames the log and the file, unless another process has done so. Call this under the lock. */
function moveAway(database: string, target: string, file: Deno.FsFile): void {
  if (fileIdentity(database + LEAVING) !== identityOf(file.statSync())) return;
  sleepSync(LOG_STAYS_MS);
  for (const suffix of ["-wal", "-shm"]) unlessAbsent(() => replaceFile(database + suffix, target + suffix));
  replaceFile(database + LEAVING, target);
}

function freeName(database: string): string {
  return `${database}.corrupt-${new Date().toISOString().replace(/[:.]/g, "-")}`;
}

function nameInLink(database: string): string | undefined {
  const link = orUndefined(() => Deno.readLinkSync(database));
  return link?.startsWith(NOWHERE) ? below(parentFolder(database), link.slice(NOWHERE.length)) : undefined;
}

/** Returns a text that differs for another file of the same name; `undefined` without a file. */
export function fileIdentity(path: string): string | undefined {
  const info = infoOf(path);
  return info && identityOf(info);
}

const identityOf = ({ ino, birthtime }: Deno.FileInfo) => `${ino} ${birthtime?.getTime()}`;

/** The journals go first: a new database of that name would apply them. */
export function removeDatabase(path: string): void {
  for (const suffix of ["-journal", "-wal", "-shm", ""]) unlessAbsent(() => Deno.removeSync(path + suffix));
}
