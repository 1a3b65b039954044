// Prepares the data folder for a session and its hooks. Only session start does this.
import type { HookContext } from "./context.ts";
import { HOOK_DRAIN_LIMIT } from "./drain_spool.ts";
import { compilePlace, type Place } from "./place.ts";
import { hookLockBudgetMs } from "./keeper.ts";
import { prepareHome } from "./prepare_home.ts";
import { amendCache, hasConfigFile, writeDefaultCache } from "../machine/config_cache.ts";
import type { LogFunction } from "../machine/log.ts";
import { findShellWord, startSibling } from "../machine/mneme_command.ts";
import { listSpool, waitsLong } from "../machine/spool.ts";
import { findProject } from "../machine/project.ts";
import { isAnyQueued } from "../store/search_tables.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, isUsual } from "../store/store_error.ts";

/** The most items to index, as other hooks may wait for the lock; `mneme process` indexes the rest. */
const INDEX_LIMIT = 40;

export async function prepareSession(place: Place, context: HookContext): Promise<void> {
  const project = findProject(place.folder);
  // There is nothing to compile, to tell the user, or to look up in PATH.
  const isSettled = place.isCompiled && place.project === project && place.untold.length === 0 &&
    place.shellWord !== undefined;
  const { settings, shellWord, problems } = isSettled
    ? { ...place, problems: [] }
    : await settleConfig(place, project, context);
  const { store, notices } = prepareStore(context);
  if (store !== undefined) await indexChanged(store, context.log);
  const session = { ...context.session, project };
  context.adopt({ session, settings, shellWord, notices: [...problems, ...notices] }, store);
}

/** Returns what holds here and a problem to tell. Caches `shellWord`, and the defaults if no settings file exists. */
async function settleConfig(place: Place, project: string, { paths, log, isUnread }: HookContext) {
  const { folder } = place;
  const { settings, untold, isCompiled } = place.project === project
    ? place
    : await compilePlace(paths, folder, undefined);
  const shellWord = findShellWord();
  for (const problem of untold) log("info", problem); // `doctor` would tell a failure for a day, even if mended
  try {
    if (!isCompiled && !hasConfigFile(paths, project)) writeDefaultCache(paths, { folder, project });
    amendCache(paths, folder, { shellWord, ...(untold.length === 0 || isUnread ? {} : { isTold: true }) });
  } catch (error) {
    log("failure", `Cannot write the compiled configuration: ${error}`);
  }
  const hint = " (the last valid values hold; see `mneme config check`)";
  return { settings, shellWord, problems: untold.slice(0, 1).map((problem) => problem + hint) };
}

/** The size from which a migration or a copy may take longer than a client waits; `mneme process` does it instead. */
const MAX_BYTES = 200e6;

const FIXES: Readonly<Record<string, string>> = { older: "upgraded", corrupt: "replaced, as it was damaged" };
const STUCK = "records have waited for more than a day to be written to the database; see `mneme doctor`";
const NEWER =
  "a newer version of mneme made the database; this version cannot use it and keeps new records in the spool. Install the newer version";

/** Prepares and opens the database. If that fails, there is no `store`, and `notices` may say why. */
function prepareStore(context: HookContext) {
  const { log, paths } = context;
  try {
    const { store, drained } = prepareHome(paths, {
      drainLimit: HOOK_DRAIN_LIMIT,
      lockBudgetMs: hookLockBudgetMs(),
      maxBytes: MAX_BYTES,
      log,
    });
    if (drained > 0) log("info", `Drained ${drained} spooled files`);
    return { store, notices: [] };
  } catch (error) {
    const fault = asStoreError(error);
    log(fault.fault === "busy" ? "debug" : "failure", `Cannot prepare the database: ${fault.message}`);
    if (isUsual(fault.fault)) {
      return { store: undefined, notices: waitsLong(listSpool(paths), Date.now()) ? [STUCK] : [] };
    }
    const done = FIXES[fault.fault];
    if (done !== undefined) {
      context.startLater(() => startSibling(paths, ["process"]));
      const meanwhile =
        "until this is done in the background, mneme shows nothing from it and keeps this session's records in the spool";
      return { store: undefined, notices: [`the database is being ${done}; ${meanwhile}`] };
    }
    const unusable = `the database cannot be used: ${fault.message}; see \`mneme doctor\``;
    return { store: undefined, notices: [fault.fault === "newer" ? NEWER : unusable] };
  }
}

async function indexChanged(store: Store, log: LogFunction): Promise<void> {
  try {
    if (!isAnyQueued(store)) return;
    // A dynamic import, as most starts do not need this code and its tables.
    const { indexQueued } = await import("../store/search_index.ts");
    indexQueued(store, INDEX_LIMIT);
  } catch (error) {
    log("debug", `Cannot index what has changed: ${asStoreError(error).message}`);
  }
}
