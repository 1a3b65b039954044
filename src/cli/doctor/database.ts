// Checks and repairs of the doctor: schema, integrity, daily backups, spool.
import { orUndefined } from "../../base/or_undefined.ts";
import { DAY_MS } from "../../base/time.ts";
import { describeReplacement, replacementOf, takeUntold } from "../../hook/prepare_home.ts";
import { dailyBackups, momentOfBackup, readGap } from "../../machine/daily_backups.ts";
import { sizeOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { fileIdentity, setAside } from "../../machine/set_aside.ts";
import { countRejected, listSpool, rejectedFolder, waitsLong } from "../../machine/spool.ts";
import { openReadOnly, SCHEMA_VERSION, schemaVersion, type Store } from "../../store/store.ts";
import { damageOf } from "../../store/snapshot.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";
import { amount, localTime, plainLine, sizeText } from "../frame/plain_text.ts";
import { commandLog } from "../frame/home.ts";
import { bringInOrder } from "./home.ts";
import { check, type Finding, type HomeProbe } from "./check.ts";

export function checkDatabase({ paths }: HomeProbe): Finding[] {
  const found = inspectDatabase(paths.database);
  return [...checkSchema({ paths, found }), ...checkIntegrity({ paths, found })];
}

type DatabaseProbe = { readonly paths: Paths; readonly found: number | StoreError };

const checkSchema = check<DatabaseProbe>("schema", ({ paths, found }, _, fail) => {
  const repair = (done: string) => () => {
    bringInOrder(paths);
    return done;
  };
  if (found instanceof StoreError) {
    if (found.fault !== "absent") return;
    return fail("There is no database yet; the hooks spool", "mneme process", repair("Made the database"));
  }
  const is = `The database has schema ${found}`;
  const other = `${is}, this mneme has ${SCHEMA_VERSION}; the hooks only spool`;
  if (found > SCHEMA_VERSION) fail(other, "install the newer mneme");
  if (found < SCHEMA_VERSION) {
    fail(other, "mneme process", repair(`Brought the database to schema ${SCHEMA_VERSION}`));
  }
  return `${is}, as this mneme`;
});

const checkIntegrity = check<DatabaseProbe>("integrity", ({ paths, found }, warn, fail) => {
  if (!(found instanceof StoreError)) return "SQLite finds the database sound";
  const { fault, message } = found;
  const text = `The database cannot be read: ${plainLine(message, 200)}`;
  if (fault === "corrupt") {
    const damage = `The database is damaged: ${plainLine(message, 300)}`;
    fail(damage, "mneme doctor --fix", () => startFresh(paths));
  } else if (fault === "busy") {
    const network = "a network disk may have no locks: then set MNEME_HOME to a folder on another disk";
    warn(text, `end the program that holds it, or try again; ${network}`);
  } else if (fault !== "absent") fail(text, "make memory.db and its folder yours, on a disk that has room");
});

/** Looks once more, then renames a damaged database. Returns its new name; `undefined` if no damage is found. */
export function setDamagedAside(paths: Paths): string | undefined {
  const inspected = fileIdentity(paths.database); // a file that takes its place meanwhile stays
  if (!isDamaged(inspectDatabase(paths.database))) return undefined;
  return setAside(paths.database, inspected, replacementOf(paths, commandLog(paths)));
}

function startFresh(paths: Paths): string | undefined {
  const movedTo = setDamagedAside(paths);
  if (movedTo === undefined) return undefined;
  const drained = bringInOrder(paths);
  const now = describeReplacement(paths, "by `mneme process`");
  if (Deno.stdout.isTerminal()) takeUntold(paths); // a person reads it now
  return `Set the damaged database aside as ${movedTo}; ${now}; it has ${amount(drained, "spooled event")}`;
}

/** Returns the schema version of a sound database, else what is wrong. Never throws, and makes no database. */
function inspectDatabase(path: string): number | StoreError {
  const found = inspect(path);
  // On a file system without locks, a database may look damaged during a checkpoint of another process.
  return isDamaged(found) ? inspect(path) : found;
}

function inspect(path: string): number | StoreError {
  try {
    if (!Deno.statSync(path).isFile) return new StoreError("corrupt", "memory.db is not a file");
    using store = openReadOnly(path);
    const version = schemaVersion(store); // first: a locked database makes this wait once, the check many times
    const damage = damageOf(store, "quick_check");
    return damage.length === 0 ? version : new StoreError("corrupt", damage.join("; "));
  } catch (error) {
    return error instanceof Deno.errors.NotFound
      ? new StoreError("absent", "it is not there")
      : asStoreError(error);
  }
}

function isDamaged(found: number | StoreError): boolean {
  return found instanceof StoreError && found.fault === "corrupt";
}

/** Returns `undefined` for a database that cannot be read, which other checks report. */
export function readIfPossible<T>(database: string, read: (store: Store) => T): T | undefined {
  return orUndefined(() => {
    using store = openReadOnly(database);
    return read(store);
  });
}

/** The age from which the newest backup is too old: `mneme process` makes one each day. */
const OLD_MS = 7 * DAY_MS;

/** Checks the age of the backups, and that no lost rows are still to be read from transcripts. */
export const checkBackups = check<HomeProbe>("backup", ({ paths, now }, warn) => {
  const gap = readGap(paths);
  if (gap !== undefined) {
    return warn(`Rows lost since ${localTime(gap.since)} are to be read from transcripts`, "mneme process");
  }
  const backups = dailyBackups(paths);
  const [newest] = backups;
  if (newest === undefined) return "There is no daily backup yet; `mneme process` makes it";
  const size = sizeText(backups.reduce((sum, path) => sum + sizeOf(path), 0));
  const moment = momentOfBackup(newest) ?? "";
  const text = `${amount(backups.length, "daily backup")} with ${size}, the newest of ${moment.slice(0, 10)}`;
  if (now.getTime() - Date.parse(moment) > OLD_MS) warn(`${text}, over a week ago`, "mneme process");
  return text;
});

export const checkSpool = check<HomeProbe>("spool", ({ paths, now }, warn) => {
  const waiting = listSpool(paths); // oldest first; a name begins with its time
  const oldest = new Date(Number(waiting[0]?.split("-")[0]));
  const count = `${amount(waiting.length, "spooled event")} ${waiting.length === 1 ? "waits" : "wait"}`;
  if (waitsLong(waiting, now.getTime())) {
    const since = Number.isNaN(oldest.getTime()) ? "an unknown time" : localTime(oldest.toISOString());
    warn(`${count} for the database, the oldest since ${since}`, "mneme process", () => {
      const drained = bringInOrder(paths);
      return drained === 0 ? undefined : `Brought in ${amount(drained, "spooled event")}`;
    });
  }
  const rejected = countRejected(paths);
  if (rejected > 0) {
    const text = `${amount(rejected, "spooled event")} could not be read or applied`;
    warn(text, `look at ${rejectedFolder(paths)} and remove what is in it`);
  }
  return waiting.length > 0 ? `${count} for the next start or end of a session` : "No spooled event waits";
});
