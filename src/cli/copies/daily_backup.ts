// Writes copies of the database: the daily backups, and those of `mneme backup` and `restore`.
import { DAY_MS, isoTime } from "../../base/time.ts";
import { orUndefined } from "../../base/or_undefined.ts";
import { below, parentFolder } from "../../base/slashes.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { dailyBackups, dailyFiles, readGap, snapshotName } from "../../machine/daily_backups.ts";
import { ensurePrivateFolder, replaceFile, retryWhileInUse } from "../../machine/files.ts";
import { allCaches } from "../../machine/config_cache.ts";
import type { Paths } from "../../machine/paths.ts";
import { notePauseTimes, type Pause, readPauseTimes } from "../../machine/pause.ts";
import { removeDatabase } from "../../machine/set_aside.ts";
import { readLost } from "../../machine/spool.ts";
import { logEvent } from "../../store/event_log.ts";
import { copyDatabase, damageOf, makeStandAlone } from "../../store/snapshot.ts";
import { sql } from "../../store/sql.ts";
import { openReadOnly, openStore, type Store } from "../../store/store.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";
import { asUserError } from "../frame/attempt.ts";
import { isThere, requireAbsent } from "../frame/typed_paths.ts";
import { waitForLock } from "../frame/locks.ts";
import { plainText } from "../frame/plain_text.ts";

type Step = (copy: Store) => void;

/** A backup's event with the times of pauses, exclusions and forgets. Replays skip these (`--again`: not forgets). */
const TIMES = "backup.pause_times";

/** Adds these times, which are in files beside the database, to a copy of it. A pause that goes on ends now there. */
export function addTimes(copy: Store, paths: Paths): void {
  const now = Date.now();
  const excluded = allCaches(paths).flatMap(({ project: key, excludedSince: from }) =>
    from === undefined ? [] : { scope: "project", key, from, until: now }
  );
  const data = [...readPauseTimes(paths), ...excluded]
    .map((time) => ({ ...time, until: Math.min(time.until ?? now, now) }));
  if (data.length > 0) logEvent(copy, { event: TIMES, data, at: isoTime(now) });
}

/** Moves these times out of a copy of a backup into the data folder, unless they stand there. May throw. */
export function takeTimes(path: string, paths: Paths): void {
  using copy = openStore(path);
  const known = new Set(readPauseTimes(paths).map((time) => JSON.stringify(time)));
  const found = copy.column<string>(sql`select data from event_log where event = ${TIMES}`)
    .flatMap((data) => JSON.parse(data) as Pause[]);
  const missing = found.filter((time) => !known.has(JSON.stringify(time)));
  if (missing.length > 0) notePauseTimes(paths, missing);
  copy.run(sql`delete from event_log where event = ${TIMES}`);
}

/**
 * Writes a private copy with what `add` adds. It gets its name once it is complete and `check` accepts it. If that
 * fails, or a file has the name already, throws a `UserError` and leaves no unfinished copy.
 */
export async function writeSnapshotFile(database: string, path: string, check?: Step, add: Step = () => {}) {
  requireAbsent(path);
  const unfinished = `${path}.${Deno.pid}.tmp`;
  try {
    ensurePrivateFolder(parentFolder(path) || "/");
    Deno.openSync(unfinished, { write: true, createNew: true, mode: 0o600 }).close();
    await copyDatabase(database, unfinished);
    makeStandAlone(unfinished, add);
    { // ends the use of the copy, as Windows renames no open file
      using copy = openReadOnly(unfinished);
      check?.(copy);
    }
    replaceFile(unfinished, path);
  } catch (error) {
    // On Windows the copy may be open. `mneme process` removes files that stay.
    orUndefined(() => retryWhileInUse(() => removeDatabase(unfinished)));
    const hint = "its folder must be writable and have room for the whole database";
    throw asUserError(`write ${plainText(path)}`, error, hint);
  }
}

export function refuseDamaged(check: Parameters<typeof damageOf>[1]) {
  return (copy: Store) => {
    const [damage] = damageOf(copy, check);
    if (damage !== undefined) throw new StoreError("corrupt", `the database is damaged: ${damage}`);
  };
}

const KEPT = 2; // the number of daily backups that stay: the disk may damage the newer one, too

/** Makes a backup; returns false if one is not a day old, or lost rows are not yet read again. Throws a `UserError`. */
export async function backUpDaily(paths: Paths, now: Date, tell: (problem: string) => void) {
  if (readGap(paths) !== undefined || readLost(paths) > 0) return false; // a newer backup would hide the loss
  using _lock = await waitForLock(paths, "backup");
  const pathAt = (ms: number) => below(paths.backups, snapshotName("daily", new Date(ms)));
  // A backup from the future, made under a wrong clock, would count as the newest for years.
  const earlier = dailyBackups(paths).filter((path) => path <= pathAt(now.getTime()));
  if (earlier.some((path) => path > pathAt(now.getTime() - DAY_MS))) return false;
  for (const path of removeAllBut(paths, [await writeDaily(paths, now), ...earlier.slice(0, KEPT - 1)])) {
    tell(`Cannot remove the old daily backup ${plainText(path)}`);
  }
  return true;
}

/** Replaces the daily backups, as they hold what was just forgotten, by a new one. Tells of those that stay. */
export async function renewDaily(paths: Paths, tell: (problem: string) => void): Promise<void> {
  if (dailyFiles(paths).length === 0) return;
  using _lock = await waitForLock(paths, "backup");
  const kept: string[] = [];
  try {
    kept.push(await writeDaily(paths, new Date()));
  } catch (error) {
    if (error instanceof UserError && asStoreError(error.cause).fault === "corrupt") {
      return tell(
        "The daily backups still hold it, as the database is damaged: run `mneme doctor --fix`, then `mneme process`, and forget it again",
      );
    }
    tell(`The daily backups, which held it, are removed and not replaced: ${reasonOf(error)}`);
  }
  for (const path of removeAllBut(paths, kept)) {
    tell(`The daily backup ${plainText(path)} still holds it and cannot be removed: remove it yourself`);
  }
}

async function writeDaily(paths: Paths, now: Date): Promise<string> {
  const path = below(paths.backups, snapshotName("daily", now));
  const add = (copy: Store) => addTimes(copy, paths);
  await writeSnapshotFile(paths.database, path, refuseDamaged("quick_check"), add);
  return path;
}

/** Removes all other daily backups, also unfinished ones. Returns those that cannot be removed. */
function removeAllBut(paths: Paths, kept: readonly string[]): string[] {
  return dailyFiles(paths).filter((path) => {
    if (kept.includes(path)) return false;
    orUndefined(() => retryWhileInUse(() => removeDatabase(path)));
    return isThere(path);
  });
}
