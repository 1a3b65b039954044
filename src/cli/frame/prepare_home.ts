import { DEFAULT_SETTINGS } from "../../base/settings.ts";
import { describeReplacement, type PreparedHome, prepareHome as prepare } from "../../hook/prepare_home.ts";
import { unlessAbsent } from "../../machine/files.ts";
import { appendLog, type LogFunction } from "../../machine/log.ts";
import type { Paths } from "../../machine/paths.ts";
import { cleanText } from "../../privacy/clean.ts";
import { emptyStore } from "../../store/migrate.ts";
import { openReadOnly, SCHEMA_VERSION, schemaVersion, type Store } from "../../store/store.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";
import { asUserError } from "./attempt.ts";
import { requirePaths } from "./data_folder.ts";
import { warnLine } from "./output.ts";
import { indexPortions, restSync } from "./workload.ts";

/** The time that a command waits for a busy database; a hook waits less. */
const LOCK_BUDGET_MS = 5000;

export interface Home extends PreparedHome {
  readonly paths: Paths;
}

/** Makes the data folder, the database and its schema, for the installer. */
export function prepareHome(): void {
  openHome().store.close();
}

/** Opens the database, migrates it and drains the spool. Throws a `UserError` if that fails. */
export function openHome(drainLimit: number = Infinity): Home {
  const paths = requirePaths();
  try {
    const log = commandLog(paths);
    const home = prepare(paths, { drainLimit, log, lockBudgetMs: LOCK_BUDGET_MS });
    warnSetAside(paths, home.setAside);
    home.store.beforeClose(() => indexWritten(home.store, log));
    return { ...home, paths };
  } catch (error) {
    throw asUserError("open the database", error);
  }
}

/** Warns that a damaged database was renamed to `movedTo` and replaced, unless `movedTo` is `undefined`. */
export function warnSetAside(paths: Paths, movedTo: string | undefined): void {
  if (movedTo === undefined) return;
  const now = describeReplacement(paths, "by `mneme process`");
  warnLine(`mneme: the database was damaged and is set aside as ${movedTo}; ${now}`);
}

/** The most rows that a command indexes before it ends; `mneme process` indexes the rest. */
const INDEX_LIMIT = 5000;

/** Indexes what a command has written, before it ends. After a failure, `mneme process` does it. */
function indexWritten(store: Store, log: LogFunction): void {
  let left = INDEX_LIMIT;
  try {
    for (const count of indexPortions(store)) {
      left -= count;
      if (left <= 0) break;
      restSync();
    }
  } catch (error) {
    log("failure", `Cannot index what was written: ${asStoreError(error).message}`);
  }
}

/** Returns a function that writes to the log of the hooks. */
export function commandLog(paths: Paths): LogFunction {
  const { log, retention } = DEFAULT_SETTINGS;
  const options = { level: log.level, maxBytes: retention.log_mb * 1e6, cleanText };
  return (level, message) =>
    appendLog(paths, { level, hook: "mneme", sessionId: undefined, message }, options);
}

/**
 * Calls `work` with the database, opened read-only, or with an empty one in memory if there is none yet. Throws a
 * `UserError` if the database cannot be read, or has an older schema: only other commands migrate it.
 */
export function readStore<T>(paths: Paths, work: (store: Store) => T): T {
  try {
    const isThere = unlessAbsent(() => Deno.statSync(paths.database).isFile);
    using store = isThere ? openReadOnly(paths.database) : emptyStore();
    const version = schemaVersion(store);
    if (version === SCHEMA_VERSION) return work(store);
    const is = `it has schema ${version}, this mneme has ${SCHEMA_VERSION}`;
    throw new StoreError(version > SCHEMA_VERSION ? "newer" : "older", is);
  } catch (error) {
    throw asUserError("read the database", error);
  }
}
