import { sleepSync } from "./sleep_sync.ts";

/** What a database is called while it is being set aside: nobody finds it any more, and nobody begins a fresh one. */
const LEAVING = ".leaving";
/** A hook opens the database and then, by their names, its logs: some 0.1 ms later, on a busy machine a hundred times that. */
const OPENING_MS = 250;

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
  moveIfThere(database + LEAVING, freeName(database)); // of an older mneme, which did not know to finish it
  Deno.renameSync(database, database + LEAVING);
  return moveAway(database);
}

/** Before a fresh database is begun: waits for who sets the old one aside, and does it for one that was killed. */
export function finishSettingAside(database: string): void {
  using file = openIfThere(database + LEAVING);
  if (file === undefined) return;
  file.lockSync(true);
  if (fileIdentity(database + LEAVING) !== undefined) moveAway(database);
}

/**
 * The logs stay for as long as a hook may take that has opened the database and not yet them: it would take those of the
 * fresh one for its own. The database comes last: once its name is free another process begins the fresh one.
 */
function moveAway(database: string): string {
  sleepSync(OPENING_MS);
  const target = freeName(database);
  for (const suffix of ["-wal", "-shm"]) moveIfThere(database + suffix, target + suffix);
  Deno.renameSync(database + LEAVING, target);
  return target;
}

function freeName(database: string): string {
  return `${database}.corrupt-${new Date().toISOString().replace(/[:.]/g, "-")}`;
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
  try {
    return Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    Deno.renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
