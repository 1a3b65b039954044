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

/** The number of files in one transaction: between two of them others get the database. */
const CHUNK = 40;

/** A session start drains at most this many files, so that nobody waits; `mneme process` drains the rest. */
export const HOOK_DRAIN_LIMIT = 200;

/**
 * Brings spooled records into the database, oldest first, each file exactly once: its name is committed together
 * with its records, and the file is looked for inside that transaction. Throws a `StoreError` when the database
 * cannot be written; the files then stay. At most `drainLimit` files are read; returns how many are in the database now,
 * and how many wait for the next drain.
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

/** Counts what became of some files; unreadable ones do not hold up the others. */
interface Drained {
  readonly read: number;
  readonly drained: number;
}

/**
 * Applies all files in one transaction, as a commit for each would cost more than the records. Unreadable files stay.
 * Returns `undefined`, with nothing changed, when one of the files can never be applied.
 */
function applyFiles(
  store: Store,
  paths: Paths,
  names: readonly string[],
  refuse: (fault: StoreError) => void = () => {},
): Drained | undefined {
  const files = names.flatMap((name) => readSpoolFile(paths, name) ?? []);
  let [there, drained]: [readonly SpoolFile[], number] = [[], 0];
  try {
    store.transaction(() => {
      const present = new Set(listSpool(paths));
      forgetRemovedFiles(store, present);
      there = files.filter(({ name }) => present.has(name));
      drained = there.filter((file) => applyFile(store, file)).length;
    });
  } catch (error) {
    const fault = asStoreError(error);
    if (!blamesRecord(fault)) throw fault;
    refuse(fault);
    return undefined;
  }
  for (const { name } of there) removeSpoolFile(paths, name);
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
  if (prompt !== undefined) renumberPrompts(store, prompt.session.sessionId); // prompts that were written directly meanwhile are later ones
  return true;
}

/** Deletes remembered names of files that are gone: only a file that is still there could be drained twice. */
function forgetRemovedFiles(store: Store, present: ReadonlySet<string>): void {
  for (const name of store.column<string>("select name from drained_spool")) {
    if (!present.has(name)) store.run("delete from drained_spool where name = ?", name);
  }
}

/** Applies files one by one after a batch failed: sets the bad file aside and saves the others. */
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
