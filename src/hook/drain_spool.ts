import type { Paths } from "../machine/paths.ts";
import {
  listSpool,
  readSpoolFile,
  rejectSpoolFile,
  removeSpoolFile,
  type SpoolFile,
} from "../machine/spool.ts";
import { applyWrites } from "../store/apply_writes.ts";
import { renumberPrompts } from "../store/replay.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, blamesRecord, type StoreError } from "../store/store_error.ts";
import type { LogFunction } from "../machine/log.ts";

/** The most files in one transaction, so that other processes wait only briefly for the database. */
const CHUNK = 40;

/** The most files that a hook drains, so that no session waits; `mneme process` drains the rest. */
export const HOOK_DRAIN_LIMIT = 200;

/**
 * Writes spooled records to the database, oldest first. Each file is applied exactly once: one transaction
 * commits the file's name with its records, and checks that the file still exists. At most `drainLimit` files
 * are read. Returns the numbers of files that this call applied (`drained`) and that it did not reach (`left`).
 * Throws a `StoreError` when the database cannot be written; the files then stay in the spool.
 */
export function drainSpool(
  store: Store,
  paths: Paths,
  { drainLimit, log }: { readonly drainLimit: number; readonly log: LogFunction },
): { readonly drained: number; readonly left: number } {
  const waiting = listSpool(paths);
  let [drained, read, seen] = [0, 0, 0];
  while (seen < waiting.length && read < drainLimit) {
    const names = waiting.slice(seen, seen + Math.min(CHUNK, drainLimit - read));
    const chunk = applyFiles(store, paths, names) ?? applyOneByOne(store, paths, names, log);
    drained += chunk.drained;
    read += chunk.read;
    seen += names.length;
  }
  return { drained, left: waiting.length - seen };
}

/** The number of files of a batch that were read, and the number that were applied. */
interface Drained {
  readonly read: number;
  readonly drained: number;
}

/**
 * Applies files in one transaction, as a commit for each would take longer than writing the records. Unreadable
 * files stay in the spool. If a record is at fault, writes nothing, calls `refuse` and returns `undefined`.
 */
function applyFiles(
  store: Store,
  paths: Paths,
  names: readonly string[],
  refuse: (fault: StoreError) => void = () => {},
): Drained | undefined {
  const files = names.flatMap((name) => readSpoolFile(paths, name) ?? []);
  let [existing, drained]: [readonly SpoolFile[], number] = [[], 0];
  try {
    store.transaction(() => {
      const present = new Set(listSpool(paths));
      forgetRemovedFiles(store, present);
      existing = files.filter(({ name }) => present.has(name));
      drained = existing.filter((file) => applyFile(store, file)).length;
    });
  } catch (error) {
    const fault = asStoreError(error);
    if (!blamesRecord(fault)) throw fault;
    refuse(fault);
    return undefined;
  }
  for (const { name } of existing) removeSpoolFile(paths, name);
  return { drained, read: files.length };
}

function applyFile(store: Store, { name, writes }: SpoolFile): boolean {
  const isNew = store.run(
    "insert or ignore into drained_spool (name, drained_at) values (?, ?)",
    name,
    new Date().toISOString(),
  );
  if (isNew === 0) return false;
  applyWrites(store, writes);
  const prompt = writes.find(({ kind }) => kind === "prompt-submitted");
  if (prompt !== undefined) renumberPrompts(store, prompt.session.sessionId); // prompts submitted later may be in the database already
  return true;
}

/** Deletes the names of files that no longer exist: only an existing file could be drained a second time. */
function forgetRemovedFiles(store: Store, present: ReadonlySet<string>): void {
  for (const name of store.column<string>("select name from drained_spool")) {
    if (!present.has(name)) store.run("delete from drained_spool where name = ?", name);
  }
}

/** Applies each file by itself, and moves those that can never be applied to `spool/rejected`. */
function applyOneByOne(store: Store, paths: Paths, names: readonly string[], log: LogFunction): Drained {
  let drained = 0;
  for (const name of names) {
    const done = applyFiles(store, paths, [name], ({ message }) => {
      rejectSpoolFile(paths, name);
      log("error", `Cannot apply the spooled ${name}: ${message}; it is in spool/rejected`);
    });
    drained += done?.drained ?? 0;
  }
  return { drained, read: names.length };
}
