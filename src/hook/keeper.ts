// Stores the records of a hook: in the database, else in the spool; else counts a loss.
import type { Write } from "../base/writes.ts";
import { isSwitchedOn } from "../machine/environment.ts";
import { unlessAbsent } from "../machine/files.ts";
import type { LogFunction } from "../machine/log.ts";
import { LOG_STAYS_MS, type Paths } from "../machine/paths.ts";
import { countLost, spoolWrites } from "../machine/spool.ts";
import { applyLive } from "../store/apply_writes.ts";
import { HOOK_LOCK_BUDGET_MS, openStore, type Store } from "../store/store.ts";
import { asStoreError, isUsual, StoreError } from "../store/store_error.ts";

/** The pages (of 4 KiB) above which a hook empties the write-ahead log, which each hook reads whole. */
const MANY_WAL_PAGES = 256;

/** Keeps the records of one run of a hook. Only `store` throws. */
export class Keeper {
  readonly #refused: { readonly writes: readonly Write[]; readonly cause: StoreError }[] = [];
  #store: Store | undefined;

  constructor(private readonly paths: Paths, private readonly log: LogFunction) {}

  adopt(store: Store): void {
    this.#store = store;
  }

  /** Returns false if the records were stored before. Records that must wait or are refused count as new. */
  keep(mustWait: boolean, writes: readonly Write[]): boolean {
    try {
      if (mustWait) throw new StoreError("busy", "a record before them may wait in the spool");
      const store = this.store();
      return store.transaction(() => applyLive(store, writes));
    } catch (error) {
      this.#refused.push({ writes, cause: asStoreError(error) });
      return true;
    }
  }

  /** Returns the database, opened on first use and never closed. Throws a `StoreError` if it cannot be used. */
  store(): Store {
    return this.#store ??= openInPlace(this.paths.database, (path) => openStore(path, hookLockBudgetMs()));
  }

  /** Spools the records that the database refused or, if that fails, counts an event as lost. */
  spoolRefusedRecords(): void {
    for (const { writes, cause } of this.#refused.splice(0)) {
      try {
        spoolWrites(this.paths, writes);
        const level = isUsual(cause.fault) ? "debug" : "failure";
        this.log(level, `Spooled, as the database is ${cause.fault}: ${cause.message}`);
      } catch (error) {
        countLost(this.paths);
        this.log("error", `Lost an event: database ${cause.fault} (${cause.message}); spool: ${error}`);
      }
    }
  }

  checkpointIfLarge(): void {
    if (this.#store === undefined) return;
    try {
      if (this.#store.walPages() <= MANY_WAL_PAGES) return;
      this.#store.execute("pragma busy_timeout=0"); // if other hooks hold this up, a later checkpoint does it
      // Other modes note their progress only in the `-shm` file, which the next hook rebuilds, so the log would grow.
      this.#store.checkpoint("truncate");
    } catch (error) {
      this.log("debug", `Cannot checkpoint: ${asStoreError(error).message}`);
    }
  }
}

const UNHURRIED_LOCK_MS = 2000; // a hook's wait for another writer if deadlines are switched off

export function hookLockBudgetMs(): number {
  return isSwitchedOn("MNEME_NO_DEADLINES") ? UNHURRIED_LOCK_MS : HOOK_LOCK_BUDGET_MS;
}

/**
 * Opens an existing database. `open` must also read from it, as SQLite opens the write-ahead log only then.
 * If another process sets the database aside in between, that log belongs to the new database. The old log
 * keeps its name for `LOG_STAYS_MS`, so a quick opening is safe. After a slow one, opens the path again and
 * requires that it still names the same file afterwards.
 */
export function openInPlace(path: string, open: (path: string) => Store): Store {
  // SQLite would create an absent file, without a schema. `realPath` is the cheapest test.
  if (unlessAbsent(() => Deno.realPathSync(path)) === undefined) {
    throw new StoreError("absent", "the database does not exist yet");
  }
  const began = performance.now();
  const store = open(path);
  if (performance.now() - began < LOG_STAYS_MS / 2) return store;
  const { ino } = Deno.statSync(path);
  const again = open(path);
  if (Deno.statSync(path).ino === ino) return again;
  throw new StoreError("busy", "the database was set aside while it was opened");
}
