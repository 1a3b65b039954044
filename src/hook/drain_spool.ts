// Applies the spool, which has the records that hooks could not write, to the database.
import type { Paths } from "../machine/paths.ts";
import { removeQuietly } from "../machine/files.ts";
import { countRejected, listSpool, readSpoolFile, rejectSpoolFile, type Spooled } from "../machine/spool.ts";
import { applyWrites } from "../store/apply_writes.ts";
import { renumberPrompts } from "../store/replay.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, blamesRecord } from "../store/store_error.ts";
import type { LogFunction } from "../machine/log.ts";

const CHUNK = 40; // the most files of one transaction, so that other processes wait only briefly

export const HOOK_DRAIN_LIMIT = 200; // the most files that a hook drains; `mneme process` drains the rest

/**
 * Applies at most `drainLimit` files, oldest first; each exactly once, as the transaction also stores its name. A file
 * that cannot be opened stays and is not counted, or it would keep out newer ones forever. `drained` counts applied
 * files, `left` those that were not reached. Throws a `StoreError` if the database cannot be written.
 */
export function drainSpool(
  store: Store,
  paths: Paths,
  { drainLimit, log }: { readonly drainLimit: number; readonly log: LogFunction },
): { readonly drained: number; readonly left: number } {
  const waiting = listSpool(paths);
  const before = waiting.length > 0 ? countRejected(paths) : 0;
  let [drained, rejected, seen] = [0, 0, 0];
  while (seen < waiting.length && drained + rejected < drainLimit) {
    const names = waiting.slice(seen, seen + Math.min(CHUNK, drainLimit - drained - rejected));
    drained += applyFiles(store, paths, names, log);
    rejected = countRejected(paths) - before;
    seen += names.length;
  }
  return { drained, left: waiting.length - seen };
}

/** Applies files in one transaction or, if a record is at fault, each by itself. Returns the number of applied ones. */
function applyFiles(store: Store, paths: Paths, names: readonly string[], log: LogFunction): number {
  const files = names.flatMap((name) => readSpoolFile(paths, name) ?? []);
  let [existing, drained] = [files, 0];
  try {
    store.transaction(() => {
      const present = new Set(listSpool(paths)); // others drained a missing file, and its row may be pruned
      existing = files.filter(({ name }) => present.has(name));
      drained = existing.filter((file) => applyFile(store, file)).length;
    });
  } catch (error) {
    const fault = asStoreError(error);
    if (!blamesRecord(fault)) throw fault;
    const [first, ...others] = files;
    if (first !== undefined && others.length === 0) {
      rejectSpoolFile(paths, first.name);
      log("error", `Cannot apply the spooled ${first.name}: ${fault.message}; it is in spool/rejected`);
      return 0;
    }
    return files.reduce((sum, { name }) => sum + applyFiles(store, paths, [name], log), 0);
  }
  // A file that cannot be removed is not applied again, as the database has its name.
  for (const { name } of existing) removeQuietly(`${paths.spool}/${name}`);
  return drained;
}

function applyFile(store: Store, { name, writes }: Spooled): boolean {
  const drainedAt = new Date().toISOString();
  const isNew = store.run(sql`
    insert or ignore into drained_spool (name, drained_at) values (${name}, ${drainedAt})`);
  if (isNew === 0) return false;
  applyWrites(store, writes);
  const prompt = writes.find(({ kind }) => kind === "prompt-submitted");
  // Later prompts of the session may have got their numbers already.
  if (prompt !== undefined) renumberPrompts(store, prompt.session.sessionId);
  return true;
}
