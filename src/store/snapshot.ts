import { backup, DatabaseSync } from "node:sqlite";
import { migrate } from "./migrate.ts";
import { guard, openAnyVersion, type Store } from "./store.ts";
import { asStoreError } from "./store_error.ts";

/** How long each try waits for a hook that writes, and how often it is tried. */
const LOCK_BUDGET_MS = 2_000;
const TRIES = 5;
/** More than any database has: all of it in one step, as a copy in several begins anew whenever somebody writes. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a database as it is at one moment, while others write: their later rows are not in the copy. What was there
 * under the copy's name is replaced in one step, also under programs that have it open: they go on with the new
 * contents, and whoever waits to write finds them. Free pages are copied, too; what was removed is overwritten in them.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const from = guard(() => new DatabaseSync(source, { readOnly: true }));
  try {
    for (let tried = 1;; tried++) {
      try {
        await backup(from, target, { rate: ALL_PAGES });
        return;
      } catch (error) {
        const fault = asStoreError(error);
        if (fault.fault !== "busy" || tried === TRIES) throw fault;
      }
    }
  } finally {
    from.close();
  }
}

/**
 * Makes a copy that nobody else uses complete in one file: with the journal of a database in use, its first reader would
 * leave two files beside it, or could not read it where none can be written.
 */
export function makeStandAlone(path: string): void {
  using store = openAnyVersion(path, LOCK_BUDGET_MS);
  store.execute("pragma journal_mode=delete");
}

/** Brings a copy that nobody else uses to our schema and journal, as those have that hooks use; returns its old version. */
export function bringUpToDate(path: string): number {
  using store = openAnyVersion(path, LOCK_BUDGET_MS);
  const before = migrate(store);
  store.execute("pragma journal_mode=wal");
  return before;
}

/** Every complaint of SQLite's own check; none for a sound database. */
export function damageOf(store: Store): string[] {
  try {
    return store.all<{ integrity_check: string }>("pragma integrity_check(10)")
      .map(({ integrity_check }) => integrity_check).filter((line) => line !== "ok");
  } catch (error) {
    const fault = asStoreError(error);
    if (fault.fault === "corrupt") return [fault.message];
    throw fault;
  }
}

/** Whether the tables are ours. */
export function isOurs(store: Store): boolean {
  const row = store.first<{ found: number }>(
    "select count(*) as found from sqlite_schema where type = 'table' and name in ('sessions', 'pending_queue', 'memories')",
  );
  return row?.found === 3;
}
