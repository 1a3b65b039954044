import { DEFAULT_SETTINGS } from "../core/settings.ts";
import { UserError } from "../core/user_error.ts";
import { appendLog } from "../host/log.ts";
import type { Paths } from "../host/paths.ts";
import type { LogFunction } from "../runner/hook_run.ts";
import { type PreparedHome, prepareHome as prepare } from "../runner/prepare_home.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, type StoreFault } from "../store/store_error.ts";
import { requirePaths } from "./data_folder.ts";
import { warnLine } from "./output.ts";
import { indexPortions } from "./process/index_portions.ts";
import { restAtOnce } from "./rest.ts";

/** A person waits gladly for a busy database; a hook may not. */
const LOCK_BUDGET_MS = 5000;

/** What to do about a database that cannot be used. */
export const HINTS: Record<StoreFault, string> = {
  absent: "run `mneme install`",
  busy: "try again in a moment",
  corrupt: "run `mneme doctor`",
  newer: "install the newer mneme",
  older: "run `mneme process`",
  full: "free some space on the disk",
  "read-only": "make the data folder writable",
  unusable: "run `mneme doctor`",
};

export interface Home extends PreparedHome {
  readonly paths: Paths;
}

/** Makes the data folder, the database and its schema, for the installer. */
export function prepareHome(): void {
  openHome().store.close();
}

/** The data folder with its database open, migrated and the spool drained; a `UserError` where it cannot be. */
export function openHome(drainLimit: number = Infinity): Home {
  const paths = requirePaths();
  try {
    const log = commandLog(paths);
    const home = prepare(paths, { drainLimit, log, lockBudgetMs: LOCK_BUDGET_MS });
    warnSetAside(home.setAside, "; `mneme process` brings back what can be read of it");
    home.store.beforeClose(() => indexWritten(home.store, log));
    return { ...home, paths };
  } catch (error) {
    const fault = asStoreError(error);
    throw new UserError(`Cannot open the database: ${fault.message}`, {
      hint: HINTS[fault.fault],
      cause: error,
    });
  }
}

/** Says where a damaged database is now, and what comes next; nothing where none was set aside. */
export function warnSetAside(movedTo: string | undefined, next = ""): void {
  if (movedTo !== undefined) {
    warnLine(`mneme: the database was damaged and is set aside as ${movedTo}${next}`);
  }
}

/** Rows that a command indexes at most before it ends; `mneme process` does the rest. */
const INDEXED_AT_ONCE = 5000;

/** What a command has written can be found when it ends. A failure only delays that. */
function indexWritten(store: Store, log: LogFunction): void {
  let left = INDEXED_AT_ONCE;
  try {
    for (const count of indexPortions(store)) {
      left -= count;
      if (left <= 0) break;
      restAtOnce();
    }
  } catch (error) {
    log("failure", `Cannot index what was written: ${asStoreError(error).message}`);
  }
}

/** Writes to the same log as the hooks. */
export function commandLog(paths: Paths): LogFunction {
  const { log, retention } = DEFAULT_SETTINGS;
  const options = { level: log.level, maxBytes: retention.log_mb * 1e6 };
  return (level, message) =>
    appendLog(paths, { level, hook: "mneme", sessionId: undefined, message }, options);
}
