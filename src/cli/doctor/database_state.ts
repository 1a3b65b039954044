import { isFile } from "../../host/is_file.ts";
import { openLeavingNothing, openReadOnly } from "../../store/read_only.ts";
import { schemaVersion, type Store } from "../../store/store.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";

/** The database as it is, whatever it is. */
export type DatabaseState =
  | { readonly kind: "absent" }
  | { readonly kind: "unusable"; readonly error: StoreError }
  | { readonly kind: "read"; readonly version: number; readonly damage: readonly string[] };

const MAX_DAMAGE = 5;
const NOT_A_FILE: DatabaseState = {
  kind: "unusable",
  error: new StoreError("corrupt", "memory.db is not a file"),
};

/** Looks at the database; never throws, makes nothing. */
export function inspectDatabase(path: string): DatabaseState {
  try {
    if (!Deno.statSync(path).isFile) return NOT_A_FILE;
  } catch (error) {
    return error instanceof Deno.errors.NotFound
      ? { kind: "absent" }
      : { kind: "unusable", error: asStoreError(error) };
  }
  const first = inspect(path);
  // What is read without locks may look damaged while another process checkpoints.
  return isDamaged(first) ? inspect(path) : first;
}

/** Opens the database for reading in the way that leaves nothing beside it. Throws a `StoreError`. */
export function openWithoutTrace(path: string): Store {
  return isFile(path) && !isFile(`${path}-wal`) ? openLeavingNothing(path) : openReadOnly(path);
}

function inspect(path: string): DatabaseState {
  try {
    using store = openWithoutTrace(path);
    const version = schemaVersion(store); // first, as under a lock the check waits once for each of its steps
    const rows = store.all<{ quick_check: string }>(`pragma quick_check(${MAX_DAMAGE})`);
    const damage = rows.map((row) => row.quick_check).filter((line) => line !== "ok");
    return { kind: "read", version, damage };
  } catch (error) {
    return { kind: "unusable", error: asStoreError(error) };
  }
}

/** Whether it must be set aside. */
export function isDamaged(state: DatabaseState): boolean {
  return (state.kind === "unusable" && state.error.fault === "corrupt") ||
    (state.kind === "read" && state.damage.length > 0);
}
