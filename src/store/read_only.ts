import { DatabaseSync } from "node:sqlite";
import { asStoreError } from "./store_error.ts";
import { Store } from "./store.ts";

/** How long a reader waits for a writer that holds the whole database. */
const LOCK_BUDGET_MS = 1000;

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
    return new Store(new DatabaseSync(location, { readOnly: true, timeout: LOCK_BUDGET_MS }));
  } catch (error) {
    throw asStoreError(error);
  }
}
