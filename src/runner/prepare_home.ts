import { ensurePrivateFolder } from "../host/atomic_file.ts";
import { type Listed, listFolder } from "../host/listing.ts";
import { prepareLostFile } from "../host/lost.ts";
import type { Paths } from "../host/paths.ts";
import { prepareGhapIndex, preparePauseFile } from "../host/prepared_files.ts";
import { fileIdentity, finishSettingAside, setAside } from "../host/set_aside.ts";
import { migrate } from "../store/migrate.ts";
import { openAnyVersion, type Store } from "../store/store.ts";
import { asStoreError, StoreError } from "../store/store_error.ts";
import { drainSpool } from "./drain_spool.ts";
import type { LogFunction } from "./hook_run.ts";
import { openInPlace } from "./open_in_place.ts";

export interface PreparedHome {
  /** Open and of our version. */
  readonly store: Store;
  /** Spooled files that are in the database now. */
  readonly drained: number;
  /** Where a corrupt database was moved to; `undefined` when it was sound. */
  readonly setAside: string | undefined;
}

export interface PrepareOptions {
  /** How many spooled files to drain at most. */
  readonly drainLimit: number;
  readonly log: LogFunction;
  /** How long to wait for another writer, in ms; a hook's budget when absent. */
  readonly lockBudgetMs?: number;
}

/**
 * Makes the data folder and the database, brings the schema up to date and drains the spool. A corrupt database
 * is set aside, never deleted, and a fresh one begun. Throws a `StoreError` when the database cannot be used
 * now: busy, newer than this program, read-only, full disk.
 */
export function prepareHome(paths: Paths, options: PrepareOptions): PreparedHome {
  prepareFolders(paths, options.log);
  const found = fileIdentity(paths.database);
  for (let tried = 1;; tried++) {
    try {
      return { ...openAndDrain(paths, options), setAside: undefined };
    } catch (error) {
      const fault = asStoreError(error);
      if (fault.fault !== "corrupt") throw fault;
      if (tried === 1) continue; // a disk may fail for a moment, which looks the same
      options.log("error", `The database is corrupt: ${fault.message}`);
      const movedTo = setAside(paths.database, found);
      if (movedTo !== undefined) options.log("info", `Set the database aside as ${movedTo}`);
      return { ...openAndDrain(paths, options), setAside: movedTo };
    }
  }
}

/** What there is, what of it must be there and as what, and how it is made when it is not there. */
type Step = readonly [
  names: ReadonlyMap<string, Listed> | undefined,
  name: string,
  kind: Listed,
  prepare: () => void,
];

/** Something in the way of the spool or the log is no reason to do without the database. */
function prepareFolders(paths: Paths, log: LogFunction): void {
  const inRoot = listFolder(paths.root);
  const inState = listFolder(paths.state);
  if (inRoot === undefined) ensurePrivateFolder(paths.root);
  const steps: readonly Step[] = [
    [inRoot, "spool", "folder", () => ensurePrivateFolder(paths.spool)],
    [inRoot, "logs", "folder", () => ensurePrivateFolder(paths.logs)],
    [inRoot, "state", "folder", () => ensurePrivateFolder(paths.state)],
    [inState, "lost", "file", () => prepareLostFile(paths)],
    [inRoot, "paused.json", "file", () => preparePauseFile(paths)],
    [inState, "ghap", "file", () => prepareGhapIndex(paths)],
  ];
  for (const [names, name, kind, prepare] of steps) {
    try {
      if (names?.get(name) !== kind) prepare();
    } catch (error) {
      log("failure", `Cannot prepare the data folder: ${error instanceof Error ? error.message : error}`);
    }
  }
}

function openAndDrain(paths: Paths, options: PrepareOptions): Omit<PreparedHome, "setAside"> {
  const store = openMade(paths.database, options.lockBudgetMs);
  try {
    migrate(store);
    const { drained } = drainSpool(store, paths, options);
    return { store, drained };
  } catch (error) {
    closeQuietly(store);
    throw error;
  }
}

/**
 * A connection to a database that is about to be set aside must be gone before: when it is closed later, SQLite removes
 * the write-ahead log by its name, which is then that of the fresh one.
 */
function closeQuietly(store: Store): void {
  try {
    store.close();
  } catch {
    // It is broken; the first error says how.
  }
}

/** Another session start may make it at the same moment. */
function createPrivate(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw asStoreError(error);
  }
}

/** Makes the file private before SQLite opens it, which gives `-wal` and `-shm` the same mode. */
function openMade(path: string, lockBudgetMs: number | undefined): Store {
  const found = statIfThere(path);
  if (found === undefined) {
    finishSettingAside(path);
    createPrivate(path);
  } else if (!found.isFile) throw new StoreError("corrupt", "memory.db is not a file");
  return openInPlace(path, () => openAnyVersion(path, lockBudgetMs));
}

/** What cannot be looked at is for the opening to complain of. */
function statIfThere(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}
