import { writeAtomic } from "../../host/atomic_file.ts";
import type { Paths } from "../../host/paths.ts";
import { sleepSync } from "../../host/sleep_sync.ts";
import type { LogFunction } from "../../runner/hook_run.ts";
import { openReadOnly } from "../../store/read_only.ts";
import { salvage } from "../../store/salvage.ts";
import { SCHEMA_VERSION } from "../../store/schema_version.ts";
import { schemaVersion, type Store } from "../../store/store.ts";
import { asStoreError } from "../../store/store_error.ts";
import type { Workload } from "./workload.ts";

/** What a file is called once all that it still held was brought back. */
const DONE = ".salvaged";
/** The clock that a file system reads for its files moves in ticks, of which none is longer, and is behind by up to one. */
const TICK_MS = 10;

/**
 * Brings back what databases that were set aside as damaged still hold; returns how many rows. They are only read, stay
 * where they are and are not looked at again, unless a hook that had one open has written to it since. Where ours cannot
 * be written, or somebody holds the other, the next run does it.
 */
export async function bringBackDamaged(
  store: Store,
  paths: Paths,
  { workload, log }: { readonly workload: Workload; readonly log: LogFunction },
): Promise<number> {
  let rows = 0;
  for (const file of setAsideFiles(paths)) {
    using damaged = openSetAside(file, log);
    sleepSync(TICK_MS); // SQLite has made the logs beside it by now
    const begun = new Date(Date.now() - TICK_MS);
    const isAgain = changedAt(file + DONE) !== undefined;
    if (damaged !== undefined && schemaVersion(damaged) > SCHEMA_VERSION) continue; // the newer mneme will read it
    let found = 0;
    if (!isAgain) writeAtomic(file + DONE, "begun\n", { changedAt: new Date(0) });
    for (const added of damaged === undefined ? [] : salvage(damaged, store, { isAgain })) {
      found += added;
      await workload.rest();
    }
    writeAtomic(file + DONE, `${found} rows\n`, { changedAt: begun }); // older than a later change: not done
    rows += found;
  }
  return rows;
}

/** `undefined` where nothing of it can be read. */
function openSetAside(file: string, log: LogFunction): Store | undefined {
  let store: Store | undefined;
  try {
    store = openReadOnly(file);
    schemaVersion(store);
    return store;
  } catch (error) {
    store?.close();
    if (asStoreError(error).fault === "busy") throw error; // the next run finds it free
    log("info", `Nothing can be read of ${file}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** The databases themselves, without their logs, of which something may still be to be brought back; oldest first. */
function setAsideFiles({ root, database }: Paths): string[] {
  const prefix = `${database.slice(database.lastIndexOf("/") + 1)}.corrupt-`;
  return [...Deno.readDirSync(root)].map(({ name }) => name)
    .filter((name) => name.startsWith(prefix) && name.endsWith("Z")).sort()
    .map((name) => `${root}/${name}`)
    .filter((file) => !isDone(file));
}

function isDone(file: string): boolean {
  const done = changedAt(file + DONE) ?? 0;
  return done > (changedAt(file) ?? 0) && done > (changedAt(`${file}-wal`) ?? 0);
}

/** In milliseconds since the epoch; `undefined` where there is no such file. */
function changedAt(file: string): number | undefined {
  try {
    return Deno.statSync(file).mtime?.getTime() ?? 0;
  } catch {
    return undefined;
  }
}
