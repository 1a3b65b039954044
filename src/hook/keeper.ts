import type { Write } from "../base/writes.ts";
import { isFile } from "../machine/files.ts";
import type { LogFunction } from "../machine/log.ts";
import { countLost } from "../machine/lost.ts";
import { LOG_STAYS_MS, type Paths } from "../machine/paths.ts";
import { spoolWrites } from "../machine/spool.ts";
import { applyLive } from "../store/apply_writes.ts";
import { openStore, type Store } from "../store/store.ts";
import { asStoreError, isUsual, StoreError } from "../store/store_error.ts";

/**
 * Over this many pages of write-ahead log (1 MB) a hook pays for a checkpoint. Each hook is the database's only
 * connection and reads the whole log when it opens, so that captures would become slower and slower.
 */
const MANY_WAL_PAGES = 256;

/** Keeps records: in the database, else in the spool once `spoolRefused` is called, else as a count. Never throws. */
export class Keeper {
  readonly #paths: Paths;
  readonly #log: LogFunction;
  /** Records that the database did not take, and why. */
  readonly #refused: { readonly writes: readonly Write[]; readonly cause: StoreError }[] = [];
  #store: Store | undefined;

  constructor(paths: Paths, log: LogFunction) {
    this.#paths = paths;
    this.#log = log;
  }

  /** Uses a database that is open already. */
  adopt(store: Store): void {
    this.#store = store;
  }

  /** False when the records were there already. What the database refuses counts as new, and waits for the spool. */
  keep(writes: readonly Write[]): boolean {
    try {
      const store = this.store();
      return store.transaction(() => applyLive(store, writes));
    } catch (error) {
      this.#refused.push({ writes, cause: asStoreError(error) });
      return true;
    }
  }

  /** The open database; throws a `StoreError` when it cannot be used. Opened on first use, never closed. */
  store(): Store {
    return this.#store ??= openExisting(this.#paths.database);
  }

  /** Brings what the database refused into the spool, or counts the event as lost; with a line for the log. */
  spoolRefused(): void {
    for (const { writes, cause } of this.#refused.splice(0)) {
      try {
        spoolWrites(this.#paths, writes);
        const level = isUsual(cause.fault) ? "debug" : "failure";
        this.#log(level, `Spooled, as the database is ${cause.fault}: ${cause.message}`);
      } catch (error) {
        countLost(this.#paths);
        this.#log("error", `Lost an event: database ${cause.fault} (${cause.message}); spool: ${error}`);
      }
    }
  }

  checkpointIfLarge(): void {
    if (this.#store === undefined) return;
    try {
      if (this.#store.walPages() <= MANY_WAL_PAGES) return;
      // A milder mode leaves its progress in `-shm`, which the next hook rebuilds from the log: it would never shrink.
      this.#store.checkpointAtOnce("truncate");
    } catch (error) {
      this.#log("debug", `Cannot checkpoint: ${asStoreError(error).message}`);
    }
  }
}

function openExisting(path: string): Store {
  try {
    return openInPlace(path, openStore);
  } catch (error) {
    const fault = asStoreError(error);
    if (fault.fault !== "unusable" || isFile(path)) throw fault;
    throw new StoreError("corrupt", "memory.db is not a file", fault);
  }
}

/**
 * Opens the database, which must be there, and its log, which `open` does by reading from it. Another process may set
 * them aside between the two, and the log would be that of a fresh database. Both keep their names for a while, so that a
 * quick opening is safe; after a slow one it is opened again, and must be the same file before and after. Throws a
 * `StoreError`.
 */
export function openInPlace(path: string, open: (path: string) => Store): Store {
  requireFile(path);
  const began = performance.now();
  const store = open(path);
  if (performance.now() - began < LOG_STAYS_MS / 2) return store;
  const { ino } = Deno.statSync(path);
  const again = open(path);
  if (Deno.statSync(path).ino === ino) return again;
  throw new StoreError("busy", "the database was set aside while it was opened");
}

/** SQLite would make the file, with a mode of its own and without a schema. This is the cheapest look for it. */
function requireFile(path: string): void {
  try {
    Deno.realPathSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new StoreError("absent", "the database does not exist yet", error);
  }
}
