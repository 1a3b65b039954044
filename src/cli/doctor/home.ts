import type { Paths } from "../../host/paths.ts";
import { type PreparedHome, prepareHome } from "../../runner/prepare_home.ts";
import { CHOOSE_FOLDER, isReserved, RESERVED, whyNoPaths } from "../data_folder.ts";
import { commandLog } from "../prepare_home.ts";
import { bringBackAtOnce } from "../process/bring_back_damaged.ts";
import { lockProcessing } from "../process/process_lock.ts";
import { waitingFiles } from "../process/set_aside_files.ts";
import { amount } from "../table.ts";
import { fail, type Finding } from "./finding.ts";
import type { Probe } from "./probe.ts";

const CHECK = "home";
/** A person waits gladly for a busy database. */
const LOCK_BUDGET_MS = 5000;

/** Why there is no data folder to look into; `undefined` when there is one. */
export function missingHome({ paths }: Probe): Finding | undefined {
  if (paths === undefined) {
    return fail(CHECK, `There is no data folder: ${whyNoPaths()}`, { fix: CHOOSE_FOLDER });
  }
  if (isReserved(paths.root)) {
    return fail(CHECK, `${paths.root} cannot be the data folder: ${RESERVED}`, { fix: CHOOSE_FOLDER });
  }
  try {
    if (Deno.statSync(paths.root).isDirectory) return undefined;
    return fail(CHECK, `${paths.root} is not a folder`, { fix: "move it away, then `mneme install`" });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      const reason = error instanceof Error ? error.message : String(error);
      return fail(CHECK, `Cannot look at ${paths.root}: ${reason}`, { fix: "make it yours and readable" });
    }
    if (isLink(paths.root)) {
      return fail(CHECK, `${paths.root} is a link to a folder that is not there`, {
        fix: "bring that folder back, or remove the link",
      });
    }
    return fail(CHECK, `There is no data folder ${paths.root} yet`, {
      fix: "mneme doctor --fix", // not install: with the plugin that would bring the hooks twice
      repair: () => {
        bringInOrder(paths);
        return `Made ${paths.root}`;
      },
    });
  }
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

/** What `mneme process` does to the folder: makes what is missing, migrates, drains, checkpoints. Returns the number of drained files. */
export function bringInOrder(paths: Paths): number {
  const { store, drained } = openPrepared(paths);
  store.checkpoint("truncate");
  store.close();
  return drained;
}

/** Brings back what damaged databases that were set aside still hold; `undefined` while another process does it. */
export function bringBack(paths: Paths): string | undefined {
  const { store } = openPrepared(paths);
  using _closed = store;
  using lock = lockProcessing(paths);
  if (lock === undefined) return undefined;
  const { rows, unreadable } = bringBackAtOnce(store, paths, commandLog(paths));
  store.checkpoint("truncate");
  if (rows > 0) return `Brought back ${amount(rows, "row")} of a damaged database`;
  if (unreadable.length > 0) return `Nothing could be read of ${unreadable.join(", ")}`;
  return waitingFiles(paths).length > 0 ? undefined : "A damaged database held nothing that was not there";
}

function openPrepared(paths: Paths): PreparedHome {
  return prepareHome(paths, {
    drainLimit: Infinity,
    log: commandLog(paths),
    lockBudgetMs: LOCK_BUDGET_MS,
  });
}
