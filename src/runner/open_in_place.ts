import { LOG_STAYS_MS } from "../host/set_aside.ts";
import type { Store } from "../store/store.ts";
import { StoreError } from "../store/store_error.ts";

/**
 * Opens the database, which must be there, and its log, which `open` does by reading from it. They may be set aside between
 * the two, and the log would be that of a fresh database: what takes no longer than they stay together is safe, and
 * otherwise it is opened again with a look at what has its name before and after. Throws a `StoreError`.
 */
export function openInPlace(path: string, open: (path: string) => Store): Store {
  requireFile(path);
  const began = performance.now();
  const store = open(path);
  return performance.now() - began < LOG_STAYS_MS / 2 ? store : openWatched(path, open);
}

/** Costs a hook 0.1 ms more. */
function openWatched(path: string, open: (path: string) => Store): Store {
  const { ino } = Deno.statSync(path);
  const store = open(path);
  if (Deno.statSync(path).ino === ino) return store;
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
