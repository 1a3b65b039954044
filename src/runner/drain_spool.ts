import type { Paths } from "../host/paths.ts";
import { listSpool, readSpoolFile, rejectSpoolFile, removeSpoolFile } from "../host/spool.ts";
import { applyWrites } from "../store/apply_writes.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, blamesRecord } from "../store/store_error.ts";
import type { LogFunction } from "./hook_run.ts";

export interface DrainOptions {
  /** How many files to drain at most. */
  readonly drainLimit: number;
  readonly log: LogFunction;
}

export interface DrainResult {
  /** Files whose records are in the database now. */
  readonly drained: number;
  /** Files that wait for the next drain. */
  readonly left: number;
}

/**
 * Brings spooled records into the database, oldest first, each file exactly once: its name is committed together
 * with its records, and the file is looked for inside that transaction. Throws a `StoreError` when the database
 * cannot be written; the files then stay.
 */
export function drainSpool(store: Store, paths: Paths, options: DrainOptions): DrainResult {
  const waiting = listSpool(paths);
  const names = waiting.slice(0, options.drainLimit);
  if (names.length === 0) return { drained: 0, left: 0 };
  try {
    const drained = applyFiles(store, paths, names);
    return { drained, left: waiting.length - names.length };
  } catch (error) {
    const fault = asStoreError(error);
    if (!blamesRecord(fault)) throw fault;
    const drained = applyOneByOne(store, paths, { names, log: options.log });
    return { drained, left: waiting.length - names.length };
  }
}

/** One transaction for all of them: a commit each would cost more than the records. */
function applyFiles(store: Store, paths: Paths, names: readonly string[]): number {
  const applied = store.transaction(() => {
    forgetRemovedFiles(store, new Set(listSpool(paths)));
    return names.filter((name) => applyFile(store, paths, name)).length;
  });
  for (const name of names) removeSpoolFile(paths, name);
  return applied;
}

function applyFile(store: Store, paths: Paths, name: string): boolean {
  const file = readSpoolFile(paths, name);
  if (file === undefined) return false;
  const isNew = store.run(
    "insert or ignore into drained_spool (name, drained_at) values (?, ?)",
    name,
    new Date().toISOString(),
  );
  if (isNew > 0) applyWrites(store, file.writes);
  return isNew > 0;
}

/** A name is needed only while its file is still there to be drained again. */
function forgetRemovedFiles(store: Store, present: ReadonlySet<string>): void {
  for (const row of store.all<{ name: string }>("select name from drained_spool")) {
    if (!present.has(row.name)) store.run("delete from drained_spool where name = ?", row.name);
  }
}

/** One of the files cannot be applied: finds it, sets it aside, and saves the others. */
function applyOneByOne(
  store: Store,
  paths: Paths,
  options: { readonly names: readonly string[]; readonly log: LogFunction },
): number {
  let drained = 0;
  for (const name of options.names) {
    try {
      drained += applyFiles(store, paths, [name]);
    } catch (error) {
      const fault = asStoreError(error);
      if (!blamesRecord(fault)) throw fault;
      rejectSpoolFile(paths, name);
      options.log("error", `Cannot apply the spooled ${name}: ${fault.message}; it is in spool/rejected`);
    }
  }
  return drained;
}
