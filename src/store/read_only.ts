import { DatabaseSync } from "node:sqlite";
import { asStoreError } from "./store_error.ts";
import { Store } from "./store.ts";

/** How long a reader waits for a program that holds the whole database; it waits for no other. */
const LOCK_BUDGET_MS = 300;

/** Opens an existing database of any version for reading. SQLite may make `-wal` and `-shm` beside it. */
export function openReadOnly(path: string): Store {
  return open(path);
}

/**
 * Opens an existing database of any version and leaves no file beside it. Only for one that has no write-ahead
 * log: it is taken to be unchanging, so what another process writes meanwhile is not seen.
 */
export function openImmutable(path: string): Store {
  const address = encodeURI(path.replaceAll("\\", "/")).replaceAll("?", "%3f").replaceAll("#", "%23");
  return open(`file://${address.startsWith("/") ? "" : "/"}${address}?immutable=1`);
}

function open(location: string): Store {
  try {
    const store = new Store(new DatabaseSync(location, { readOnly: true }));
    // The constructor's `timeout` has no effect on a read-only connection (measured: five seconds whatever it says).
    store.execute(`pragma busy_timeout=${LOCK_BUDGET_MS}`);
    return store;
  } catch (error) {
    throw asStoreError(error);
  }
}
