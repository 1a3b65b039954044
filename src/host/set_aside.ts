import { sleepSync } from "./sleep_sync.ts";

/** What a database is called while it is being set aside: nobody finds it any more, and nobody begins a fresh one. */
const LEAVING = ".leaving";
/** What has its name meanwhile: a link that leads nowhere. */
const BLIND = ".blind";
const NOWHERE = "being-set-aside/memory.db";
/** How long the logs have their names when the database has lost its own: who has just opened it opens them by those. */
export const LOG_STAYS_MS = 250;

/**
 * Moves a database that cannot be read out of the way, with its write-ahead log, and returns its new name.
 * `found` is the file that could not be read: when another process has just set it aside and begun a fresh one,
 * that one stays, and the answer is `undefined`. Nothing is deleted: what is in it may be wanted.
 */
export function setAside(database: string, found = fileIdentity(database)): string | undefined {
  using file = openIfThere(database);
  if (file === undefined) return undefined;
  file.lockSync(true); // whoever found the same damage waits here, and then sees that the file has gone
  if (fileIdentity(database) !== found) return undefined;
  clearLeaving(database, found);
  giveUpName(database);
  return moveAway(database);
}

/** Before a fresh database is begun: waits for who sets the old one aside, and does it for one that was killed. */
export function finishSettingAside(database: string): void {
  using file = openIfThere(database + LEAVING);
  if (file === undefined) return;
  file.lockSync(true);
  if (fileIdentity(database + LEAVING) !== undefined) moveAway(database);
}

/** A second name of the database itself is of one who was killed; a file of its own, of an older mneme, is kept. */
function clearLeaving(database: string, found: string | undefined): void {
  const leaving = fileIdentity(database + LEAVING);
  if (leaving === undefined) return;
  if (leaving === found) Deno.removeSync(database + LEAVING);
  else Deno.renameSync(database + LEAVING, freeName(database));
}

/**
 * Leaves a link to nowhere under the database's name, in one step. If the name were free for a moment, SQLite would make
 * an empty database for a hook that had just seen ours, and delete the log beside it, in which ours has its last rows.
 */
function giveUpName(database: string): void {
  try {
    removeIfThere(database + BLIND);
    Deno.symlinkSync(NOWHERE, database + BLIND);
    Deno.linkSync(database, database + LEAVING);
    Deno.renameSync(database + BLIND, database);
  } catch { // a file system without links
    removeIfThere(database + BLIND);
    Deno.renameSync(database, database + LEAVING);
  }
}

/** The database comes last: once its name is free another process begins the fresh one. */
function moveAway(database: string): string {
  sleepSync(LOG_STAYS_MS);
  const target = freeName(database);
  for (const suffix of ["-wal", "-shm"]) moveIfThere(database + suffix, target + suffix);
  if (isBlind(database)) Deno.removeSync(database);
  Deno.renameSync(database + LEAVING, target);
  return target;
}

function freeName(database: string): string {
  return `${database}.corrupt-${new Date().toISOString().replace(/[:.]/g, "-")}`;
}

function isBlind(path: string): boolean {
  try {
    return Deno.readLinkSync(path) === NOWHERE;
  } catch {
    return false; // nothing, or no link
  }
}

/** What tells a file from another one that later has its name; `undefined` when there is none. */
export function fileIdentity(path: string): string | undefined {
  try {
    const { dev, ino, birthtime } = Deno.statSync(path);
    return `${dev} ${ino} ${birthtime?.getTime()}`;
  } catch {
    return undefined;
  }
}

function openIfThere(path: string): Deno.FsFile | undefined {
  return unlessAbsent(() => Deno.openSync(path));
}

function moveIfThere(from: string, to: string): void {
  unlessAbsent(() => Deno.renameSync(from, to));
}

function removeIfThere(path: string): void {
  unlessAbsent(() => Deno.removeSync(path));
}

function unlessAbsent<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
