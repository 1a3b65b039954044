import type { Paths } from "../host/paths.ts";
import { listSpool, readSpoolFile, rejectSpoolFile, removeSpoolFile, type SpoolFile } from "../host/spool.ts";
import { applyWrites } from "../store/apply_writes.ts";
import { renumberPrompts } from "../store/renumber_prompts.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, blamesRecord } from "../store/store_error.ts";
import type { LogFunction } from "./hook_run.ts";

export interface DrainOptions {
  /** How many files to read at most. */
  readonly drainLimit: number;
  readonly log: LogFunction;
}

export interface DrainResult {
  /** Files whose records are in the database now. */
  readonly drained: number;
  /** Files that wait for the next drain. */
  readonly left: number;
}

/** As many files as are brought in without others having to wait for the database. */
const CHUNK = 40;

/**
 * Brings spooled records into the database, oldest first, each file exactly once: its name is committed together
 * with its records, and the file is looked for inside that transaction. Throws a `StoreError` when the database
 * cannot be written; the files then stay.
 */
export function drainSpool(store: Store, paths: Paths, options: DrainOptions): DrainResult {
  const waiting = listSpool(paths);
  let [drained, read, seen] = [0, 0, 0];
  while (seen < waiting.length && read < options.drainLimit) {
    const names = waiting.slice(seen, seen + Math.min(CHUNK, options.drainLimit - read));
    const chunk = drainChunk(store, paths, { names, log: options.log });
    drained += chunk.drained;
    read += chunk.read;
    seen += names.length;
  }
  return { drained, left: waiting.length - seen };
}

/** What became of some files: those that cannot be read do not keep the others waiting. */
interface Drained {
  readonly read: number;
  readonly drained: number;
}

interface Chunk {
  readonly names: readonly string[];
  readonly log: LogFunction;
}

function drainChunk(store: Store, paths: Paths, chunk: Chunk): Drained {
  try {
    return applyFiles(store, paths, chunk.names);
  } catch (error) {
    const fault = asStoreError(error);
    if (!blamesRecord(fault)) throw fault;
    return applyOneByOne(store, paths, chunk);
  }
}

/** One transaction for all of them: a commit each would cost more than the records. They are read before it; what cannot be read stays. */
function applyFiles(store: Store, paths: Paths, names: readonly string[]): Drained {
  const files = names.flatMap((name) => readSpoolFile(paths, name) ?? []);
  let [there, drained]: [readonly SpoolFile[], number] = [[], 0];
  store.transaction(() => {
    const present = new Set(listSpool(paths));
    forgetRemovedFiles(store, present);
    there = files.filter(({ name }) => present.has(name));
    drained = there.filter((file) => applyFile(store, file)).length;
  });
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
  if (prompt !== undefined) renumberPrompts(store, prompt.session.sessionId); // later ones were written before it
  return true;
}

/** A name is needed only while its file is still there to be drained again. */
function forgetRemovedFiles(store: Store, present: ReadonlySet<string>): void {
  for (const row of store.all<{ name: string }>("select name from drained_spool")) {
    if (!present.has(row.name)) store.run("delete from drained_spool where name = ?", row.name);
  }
}

/** One of the files cannot be applied: finds it, sets it aside, and saves the others. */
function applyOneByOne(store: Store, paths: Paths, { names, log }: Chunk): Drained {
  let drained = 0;
  for (const name of names) {
    try {
      drained += applyFiles(store, paths, [name]).drained;
    } catch (error) {
      const fault = asStoreError(error);
      if (!blamesRecord(fault)) throw fault;
      rejectSpoolFile(paths, name);
      log("error", `Cannot apply the spooled ${name}: ${fault.message}; it is in spool/rejected`);
    }
  }
  return { drained, read: names.length };
}
