import type { Write } from "../core/writes.ts";
import { isFile } from "../host/is_file.ts";
import type { Paths } from "../host/paths.ts";
import { applyRun, type ApplyWrite } from "../store/apply_run.ts";
import { openStore, type Store } from "../store/store.ts";
import { asStoreError, StoreError } from "../store/store_error.ts";
import type { LogFunction } from "./hook_run.ts";
import { openInPlace } from "./open_in_place.ts";
import type { RefusedWrites } from "./spool_refused.ts";

/**
 * Over this many pages of write-ahead log (1 MB) a hook pays for a checkpoint. Each hook is the database's only
 * connection and reads the whole log when it opens, so that captures would become slower and slower.
 */
const MANY_WAL_PAGES = 256;

/** Keeps records: in the database, else in the spool once `settle` is called, else as a count. Never throws. */
export class Keeper {
  readonly #paths: Paths;
  readonly #log: LogFunction;
  readonly #refused: RefusedWrites[] = [];
  #store: Store | undefined;

  constructor(paths: Paths, log: LogFunction) {
    this.#paths = paths;
    this.#log = log;
  }

  /** Uses a database that is open already. */
  adopt(store: Store): void {
    this.#store = store;
  }

  /** False when the records were there already. What the database refuses counts as new, and waits for `settle`. */
  keep(writes: readonly Write[], applyOther?: ApplyWrite): boolean {
    try {
      const store = this.store();
      return store.transaction(() => applyRun(store, writes, applyOther));
    } catch (error) {
      this.#refused.push({ writes, cause: asStoreError(error) });
      return true;
    }
  }

  /** The open database; throws a `StoreError` when it cannot be used. Opened on first use, never closed. */
  store(): Store {
    if (this.#store === undefined) {
      this.#store = openExisting(this.#paths.database);
    }
    return this.#store;
  }

  /** Brings what the database refused into the spool. */
  async settle(): Promise<void> {
    if (this.#refused.length === 0) return;
    const { spoolRefused } = await import("./spool_refused.ts");
    for (const refused of this.#refused.splice(0)) spoolRefused(this.#paths, refused, this.#log);
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
