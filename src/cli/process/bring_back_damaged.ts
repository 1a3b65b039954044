import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { sleepSync } from "../../host/sleep_sync.ts";
import type { LogFunction } from "../../runner/hook_run.ts";
import { openReadOnly } from "../../store/read_only.ts";
import { salvage } from "../../store/salvage.ts";
import { SCHEMA_VERSION } from "../../store/schema_version.ts";
import { schemaVersion, type Store } from "../../store/store.ts";
import { asStoreError } from "../../store/store_error.ts";
import { restAtOnce } from "../rest.ts";
import {
  markBegun,
  markDone,
  type Salvaged,
  salvagedOf,
  stateOf,
  waitingFiles,
  wasBegun,
} from "./set_aside_files.ts";
import type { Workload } from "./workload.ts";

/** The clock that a file system reads for its files moves in ticks, of which none is longer, and is behind by up to one. */
const TICK_MS = 10;
const NOTHING: Salvaged = { read: 0, added: 0, upTo: {} };

/** What became of the databases that waited. */
export interface BroughtBack {
  readonly rows: number;
  /** Paths of those of which not one row could be read. */
  readonly unreadable: readonly string[];
}

/**
 * Brings back what databases that were set aside as damaged still hold. They are only read, stay where they are and are
 * not looked at again, unless a hook that had one open has written to it since. Where ours cannot be written, or
 * somebody holds the other, the next run does it.
 */
export async function bringBackDamaged(
  store: Store,
  paths: Paths,
  { workload, log }: { readonly workload: Workload; readonly log: LogFunction },
): Promise<BroughtBack> {
  const portions = bringBackInPortions(store, paths, log);
  for (let portion = portions.next();; portion = portions.next()) {
    if (portion.done) return portion.value;
    await workload.rest();
  }
}

/** The same where nothing can be awaited. Throws a `UserError` where it is not over by then: the next run begins anew. */
export function bringBackAtOnce(
  store: Store,
  paths: Paths,
  log: LogFunction,
  endAt: number = Infinity,
): BroughtBack {
  const portions = bringBackInPortions(store, paths, log);
  for (let portion = portions.next();; portion = portions.next()) {
    if (portion.done) return portion.value;
    if (Date.now() > endAt) {
      portions.return({ rows: 0, unreadable: [] });
      throw new UserError(
        "Cannot forget yet: what a damaged database holds comes back first, which takes long",
        {
          hint: "run `mneme process`, then try again",
        },
      );
    }
    restAtOnce();
  }
}

/** Yields after each transaction. */
function* bringBackInPortions(
  store: Store,
  paths: Paths,
  log: LogFunction,
): Generator<undefined, BroughtBack, undefined> {
  let rows = 0;
  const unreadable: string[] = [];
  for (const file of waitingFiles(paths)) {
    using damaged = openSetAside(file, log);
    sleepSync(TICK_MS); // SQLite has made the logs beside it by now
    const [begunAt, state] = [new Date(Date.now() - TICK_MS), stateOf(file)];
    if (damaged !== undefined && schemaVersion(damaged) > SCHEMA_VERSION) continue; // the newer mneme will read it
    const isAgain = wasBegun(file);
    const before = salvagedOf(file) ?? NOTHING;
    if (!isAgain) markBegun(file);
    const found = damaged === undefined
      ? NOTHING
      : yield* salvage(damaged, store, { isAgain, from: before.upTo });
    const salvaged = {
      read: before.read + found.read,
      added: before.added + found.added,
      upTo: { ...before.upTo, ...found.upTo },
      state,
    };
    markDone(file, salvaged, begunAt); // older than a later change: not done
    rows += found.added;
    if (salvaged.read === 0) unreadable.push(file);
  }
  return { rows, unreadable };
}

/** `undefined` where nothing of it can be read. */
function openSetAside(file: string, log: LogFunction): Store | undefined {
  let store: Store | undefined;
  try {
    store = openReadOnly(file);
    schemaVersion(store);
    return store;
  } catch (error) {
    store?.close();
    if (asStoreError(error).fault === "busy") throw error; // the next run finds it free
    log("info", `Nothing can be read of ${file}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
