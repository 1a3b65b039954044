import { UserError } from "../core/user_error.ts";
import type { Paths } from "../host/paths.ts";
import { openReadOnly } from "../store/read_only.ts";
import { SCHEMA_VERSION } from "../store/schema_version.ts";
import { schemaVersion, type Store } from "../store/store.ts";
import { asStoreError, StoreError } from "../store/store_error.ts";
import { HINTS } from "./prepare_home.ts";

/**
 * Runs `work` on the database, which it only reads; `fallback` where there is no database yet. Throws a `UserError`
 * where it cannot be read. It never migrates: that is for `mneme process`.
 */
export function readStore<T>(paths: Paths, work: (store: Store) => T, fallback: T): T {
  try {
    if (!hasFile(paths.database)) return fallback;
    using store = openReadOnly(paths.database);
    requireOurVersion(store);
    return work(store);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const fault = asStoreError(error);
    throw new UserError(`Cannot read the database: ${fault.message}`, {
      hint: HINTS[fault.fault],
      cause: error,
    });
  }
}

function requireOurVersion(store: Store): void {
  const version = schemaVersion(store);
  if (version === SCHEMA_VERSION) return;
  throw new StoreError(
    version > SCHEMA_VERSION ? "newer" : "older",
    `it has schema ${version}, this mneme has ${SCHEMA_VERSION}`,
  );
}

/** Throws where that cannot be told. */
function hasFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
