import { parentFolder } from "../../base/slashes.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { dailyBackupPath, dailyBackups, dailyFiles, momentOfBackup } from "../../machine/daily_backups.ts";
import { ensurePrivateFolder, renameAgain, replaceFile } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { removeDatabase } from "../../machine/set_aside.ts";
import { copyDatabase, makeStandAlone, quickDamageOf } from "../../store/snapshot.ts";
import { openReadOnly, type Store } from "../../store/store.ts";
import { StoreError } from "../../store/store_error.ts";
import { asUserError } from "../frame/attempt.ts";
import { isThere } from "../frame/is_there.ts";
import { warnLine } from "../frame/output.ts";
import { plainText } from "../frame/plain_text.ts";

/** `mneme-2026-03-01T14-05-59-120Z.db`: sorts by time, and is a file name everywhere. */
export function snapshotName(prefix: string, now: Date): string {
  return `${prefix}-${now.toISOString().replace(/[:.]/g, "-")}.db`;
}

/**
 * Writes a copy of a database, readable by its owner alone; it appears under its name when it is whole and `check` has
 * not thrown. Throws a `UserError`, leaving nothing behind, where that cannot be done or something is there already.
 */
export async function writeSnapshotFile(
  database: string,
  path: string,
  check: (copy: Store) => void = () => {},
): Promise<void> {
  if (isThere(path)) {
    throw new UserError(`Cannot write ${plainText(path)}: it is there already`, {
      hint: "give another name",
    });
  }
  const unfinished = `${path}.${Deno.pid}.tmp`;
  try {
    ensurePrivateFolder(parentFolder(path) || "/");
    Deno.openSync(unfinished, { write: true, createNew: true, mode: 0o600 }).close();
    await copyDatabase(database, unfinished);
    makeStandAlone(unfinished);
    {
      using copy = openReadOnly(unfinished);
      check(copy);
    }
    replaceFile(unfinished, path);
  } catch (error) {
    removeUnfinished(unfinished);
    const hint = "give a place that can be written and has room for the whole database";
    throw asUserError(`write ${plainText(path)}`, error, hint);
  }
}

/** Whatever keeps it there, what failed before that is what a person has to know; `mneme doctor` names what is left. */
function removeUnfinished(path: string): void {
  try {
    renameAgain(() => removeDatabase(path)); // on Windows somebody may still look at it
  } catch {
    // It stays, as a temporary file.
  }
}

const DAY_MS = 86_400_000;
/** The older one serves where the disk has damaged the newer one, too. */
const KEPT = 2;

/** Makes the day's backup where the newest one is of another day; false where it is not due. Throws where the database is damaged. */
export async function backUpDaily(paths: Paths, now: Date): Promise<boolean> {
  using _lock = lockBackups(paths);
  const newest = Date.parse(momentOfBackup(dailyBackups(paths)[0] ?? "") ?? "");
  const age = now.getTime() - newest;
  if (age >= 0 && age < DAY_MS) return false; // one from the future is from a clock that was set right since
  const made = await writeDaily(paths, now);
  removeAllBut(paths, [made, ...dailyBackups(paths).filter((path) => path !== made).slice(0, KEPT - 1)]);
  return true;
}

/**
 * Puts one new backup in the place of all daily ones, as they hold what was just forgotten, and the next damage would
 * bring it back. Where that fails they go all the same. Waits for who is making one: it may have begun before.
 */
export async function renewDaily(paths: Paths): Promise<void> {
  if (dailyFiles(paths).length === 0) return;
  using _lock = lockBackups(paths);
  try {
    removeAllBut(paths, [await writeDaily(paths, new Date())]);
  } catch (error) {
    removeAllBut(paths, []);
    warnLine(`The daily backups are removed, as they held it: ${reasonOf(error)}`);
  }
}

async function writeDaily(paths: Paths, now: Date): Promise<string> {
  const path = dailyBackupPath(paths, now);
  await writeSnapshotFile(paths.database, path, (copy) => {
    const [complaint] = quickDamageOf(copy);
    if (complaint !== undefined) throw new StoreError("corrupt", `the database is damaged: ${complaint}`);
  });
  return path;
}

/** The leftovers of a killed writer go, too. */
function removeAllBut(paths: Paths, kept: readonly string[]): void {
  for (const path of dailyFiles(paths)) if (!kept.includes(path)) removeDatabase(path);
}

/** The system ends it with the process that holds it. */
function lockBackups(paths: Paths): Disposable {
  const file = Deno.openSync(`${paths.state}/backup.lock`, { write: true, create: true, mode: 0o600 });
  file.lockSync(true);
  return file;
}
