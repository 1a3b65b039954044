import type { Paths } from "../machine/paths.ts";
import { removeQuietly } from "../machine/files.ts";
import {
  countRejected,
  listSpool,
  readSpoolFile,
  rejectSpoolFile,
  type SpoolFile,
} from "../machine/spool.ts";
import { applyWrites } from "../store/apply_writes.ts";
import { renumberPrompts } from "../store/replay.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, blamesRecord } from "../store/store_error.ts";
import type { LogFunction } from "../machine/log.ts";

/** The most files in one transaction, so that other processes wait only briefly for the database. */
const CHUNK = 40;

/** The most files that a hook drains, so that no session waits; `mneme process` drains the rest. */
export const HOOK_DRAIN_LIMIT = 200;

/**
 * Writes spooled records to the database, oldest first. Each file is applied exactly once: one transaction commits the
 * file's name with its records, and checks that the file still exists. At most `drainLimit` files are applied or
 * rejected. Files that stay in the spool do not count, because they would hold up the others forever. Returns the
 * numbers of files that this call applied (`drained`) and that it did not reach (`left`). Throws a `StoreError` when
 * the database cannot be written; the files then stay in the spool.
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

/**
 * Applies files in one transaction, as a commit for each would take longer than writing the records. If a record is at
 * fault, applies each file by itself, and moves those that can never be applied to `spool/rejected`. Unreadable files
 * stay in the spool. Returns the number of files that were applied.
 */
function applyFiles(store: Store, paths: Paths, names: readonly string[], log: LogFunction): number {
  const files = names.flatMap((name) => readSpoolFile(paths, name) ?? []);
  let [existing, drained] = [files, 0];
  try {
    store.transaction(() => {
      const present = new Set(listSpool(paths));
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
  // If the removal fails, the database knows the file's name and does not apply the file again.
  for (const { name } of existing) removeQuietly(`${paths.spool}/${name}`);
  return drained;
}

function applyFile(store: Store, { name, writes }: SpoolFile): boolean {
  const drainedAt = new Date().toISOString();
  const isNew = store.run(sql`
    insert or ignore into drained_spool (name, drained_at) values (${name}, ${drainedAt})`);
  if (isNew === 0) return false;
  applyWrites(store, writes);
  const prompt = writes.find(({ kind }) => kind === "prompt-submitted");
  if (prompt !== undefined) renumberPrompts(store, prompt.session.sessionId); // prompts submitted later may be in the database already
  return true;
}
