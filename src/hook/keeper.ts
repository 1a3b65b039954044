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
 * Beyond this many pages of write-ahead log (1 MB) a hook truncates the log. Each hook is the database's only
 * connection and reads the whole log when it opens it, so a long log slows every capture down.
 */
const MANY_WAL_PAGES = 256;

/** Keeps records: in the database, else in the spool once `spoolRefused` is called, else as a count. Never throws. */
export class Keeper {
  readonly #paths: Paths;
  readonly #log: LogFunction;
  /** Records that the database refused, with the reason. */
  readonly #refused: { readonly writes: readonly Write[]; readonly cause: StoreError }[] = [];
  #store: Store | undefined;

  constructor(paths: Paths, log: LogFunction) {
    this.#paths = paths;
    this.#log = log;
  }

  /** Takes over a database that is open already. */
  adopt(store: Store): void {
    this.#store = store;
  }

  /** Writes the records; false when they are there already. Refused ones count as new and wait for the spool. */
  keep(writes: readonly Write[]): boolean {
    try {
      const store = this.store();
      return store.transaction(() => applyLive(store, writes));
    } catch (error) {
      this.#refused.push({ writes, cause: asStoreError(error) });
      return true;
    }
  }

  /** Returns the database, opened on first use and never closed. Throws a `StoreError` when it is unusable. */
  store(): Store {
    return this.#store ??= openExisting(this.#paths.database);
  }

  /** Writes refused records into the spool, or counts the event as lost, and logs which. */
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
      // Only `truncate` shrinks the log: a milder mode keeps its progress in `-shm`, which the next hook rebuilds.
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
 * Opens a database that must exist, with its log. Another process may set both aside while this one opens them, and
 * then a fresh database's log would be opened. Both keep their names for a moment, so a quick opening is safe; after
 * a slow one the file is opened again and must be the same before and after. Throws a `StoreError`.
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

/** Throws where the file is missing, as SQLite would create it without our mode. `realPath` is the cheapest look. */
function requireFile(path: string): void {
  try {
    Deno.realPathSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new StoreError("absent", "the database does not exist yet", error);
  }
}
