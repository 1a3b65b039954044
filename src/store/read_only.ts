import { DatabaseSync } from "node:sqlite";
import { asStoreError } from "./store_error.ts";
import { guard, Store } from "./store.ts";

/** How long a reader waits for a program that holds the whole database; it waits for no other. */
const LOCK_BUDGET_MS = 300;

/** Opens an existing database of any version for reading. SQLite may make `-wal` and `-shm` beside it. */
export function openReadOnly(path: string): Store {
  const store = guard(() => new Store(new DatabaseSync(path, { readOnly: true })));
  // The constructor's `timeout` has no effect on a read-only connection (measured: five seconds whatever it says).
  store.execute(`pragma busy_timeout=${LOCK_BUDGET_MS}`);
  return store;
}

/**
 * Opens an existing database of any version that has no write-ahead log, and leaves no file beside it: SQLite makes
 * one for the first reader, and only a connection that may write removes it when it is closed. Nothing is written.
 */
export function openLeavingNothing(path: string): Store {
  const store = openForClosing(path);
  try {
    store.execute("pragma query_only=on");
    store.first("select 1 from sqlite_schema limit 1"); // damage, and a folder that cannot be written, show here
    return store;
  } catch (error) {
    store.close();
    if (asStoreError(error).fault === "corrupt") throw error;
    return openReadOnly(path);
  }
}

function openForClosing(path: string): Store {
  return guard(() => new Store(new DatabaseSync(path, { timeout: LOCK_BUDGET_MS })));
}
