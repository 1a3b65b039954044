import { orUndefined } from "../../base/or_undefined.ts";
import { DEFAULT_SETTINGS } from "../../base/settings.ts";
import { parentFolder } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { describeReplacement, type PreparedHome, prepareHome, takeUntold } from "../../hook/prepare_home.ts";
import { readEnvironment } from "../../machine/environment.ts";
import { sizeOf, sleepSync, unlessAbsent } from "../../machine/files.ts";
import { appendLog, type LogFunction } from "../../machine/log.ts";
import { findPaths, homeVariable, type Paths } from "../../machine/paths.ts";
import { findProject, launchFolder } from "../../machine/project.ts";
import { cleanText } from "../../privacy/clean.ts";
import { parseItemId } from "../../search/search_types.ts";
import { emptyStore } from "../../store/migrations.ts";
import { firstKnownProject, sessionCalled, type SessionView } from "../../store/sessions.ts";
import { openReadOnly, SCHEMA_VERSION, schemaVersion, type Store } from "../../store/store.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";
import { asUserError, RESERVED } from "./attempt.ts";
import type { PlaceOptions } from "./command.ts";
import { isHomeOrRoot, isReserved, isThere, realPath, resolvePath } from "./is_there.ts";
import { warnLine } from "./output.ts";
import { plainText } from "./plain_text.ts";
import { indexPortions, REST_MS } from "./workload.ts";

export const CHOOSE_FOLDER = "set MNEME_HOME to a folder such as " +
  (Deno.build.os === "windows" ? "C:\\Users\\me\\.mneme" : "/home/me/.mneme");

/** Returns the paths of mneme's data. Throws a `UserError` if there is no data folder, or it cannot be used. */
export function requirePaths(): Paths {
  const paths = findPaths();
  const why = whyNoHome(paths);
  if (paths !== undefined && why === undefined) return paths;
  throw new UserError(`Cannot use the data folder: ${why}`, { hint: CHOOSE_FOLDER });
}

/** Matches the names that mneme makes in its data folder, and temporary files; any other file is somebody else's. */
export const OUR_NAMES =
  /^(memory\.db.*|restore-\d+\.db.*|config\.yaml|paused\.json|pause_times\.json|exclusion_times\.jsonl(\.1)?|cache|state|spool|logs|backups|sync|.*\.tmp)$/;

/** Returns the reason why there can be no data folder. In it mneme makes all files private, so it is not the home folder. */
export function whyNoHome(paths: Paths | undefined): string | undefined {
  if (paths !== undefined) {
    const root = plainText(paths.root);
    if (isReserved(paths.root)) return `${root}: ${RESERVED}`;
    return isHomeOrRoot(paths.root) ? `${root} is your home folder or a whole disk` : undefined;
  }
  const chosen = readEnvironment("MNEME_HOME");
  if (chosen !== undefined) return `MNEME_HOME is ${plainText(chosen)}, which is not an absolute path`;
  return `MNEME_HOME is not set, and ${homeVariable()} is not an absolute path`;
}

export type Home = PreparedHome & Disposable & { readonly paths: Paths };

/**
 * Opens the database, migrates it and drains the spool. Before it is closed, what the command has written is indexed.
 * Throws a `UserError` if that fails.
 */
export function openHome(drainLimit: number = Infinity): Home {
  const paths = requirePaths();
  try {
    const options = preparation(paths, drainLimit);
    const home = prepareHome(paths, options);
    warnSetAside(paths, home.setAside);
    home.store.beforeClose(() => {
      let left = INDEX_LIMIT;
      try {
        for (const count of indexPortions(home.store)) {
          left -= count;
          if (left <= 0) break;
          sleepSync(REST_MS);
        }
      } catch (error) { // `mneme process` does it later
        options.log("failure", `Cannot index what was written: ${asStoreError(error).message}`);
      }
    });
    return { ...home, paths, [Symbol.dispose]: () => home.store.close() };
  } catch (error) {
    throw asUserError("open the database", error);
  }
}

/** Returns the options of a command that opens the database. It waits longer for a busy one than a hook does. */
export function preparation(paths: Paths, drainLimit = Infinity) {
  return { drainLimit, log: commandLog(paths), lockBudgetMs: 5000 };
}

/** Warns that a damaged database was renamed to `movedTo` and replaced, unless `movedTo` is `undefined`. */
export function warnSetAside(paths: Paths, movedTo: string | undefined): void {
  if (movedTo === undefined) return;
  const now = describeReplacement(paths, "by `mneme process`");
  warnLine(`mneme: the database was damaged and is set aside as ${movedTo}; ${now}`);
  if (Deno.stderr.isTerminal()) takeUntold(paths); // a person has read it
}

/** The most rows that a command indexes before it ends; `mneme process` indexes the rest. */
const INDEX_LIMIT = 5000;

export function commandLog(paths: Paths): LogFunction {
  return (level, message) =>
    appendLog(paths, { level, hook: "mneme", sessionId: undefined, message }, DEFAULT_SETTINGS, cleanText);
}

/**
 * Calls `work` with the database, opened read-only, or with an empty one if there is none. Throws a `UserError` if it
 * cannot be read, or has an older schema: only other commands migrate it.
 */
export function readStore<T>(paths: Paths, work: (store: Store) => T): T {
  try {
    const isDatabase = unlessAbsent(() => Deno.statSync(paths.database).isFile);
    using store = isDatabase ? openReadOnly(paths.database) : emptyStore();
    const version = schemaVersion(store);
    if (version === SCHEMA_VERSION) return work(store);
    const is = `it has schema ${version}, this mneme has ${SCHEMA_VERSION}`;
    throw new StoreError(version > SCHEMA_VERSION ? "newer" : "older", is);
  } catch (error) {
    throw asUserError("read the database", error);
  }
}

/** Returns the session of the client's whole id, or of one such as `s4` or `4`. Throws a `UserError` if there is none. */
export function requireSession(store: Store, id: string): SessionView {
  const row = parseItemId(id, "session")?.ref;
  const found = sessionCalled(store, id) ?? (row === undefined ? undefined : sessionCalled(store, `s${row}`));
  if (found !== undefined) return found;
  throw new UserError(`Cannot find session ${plainText(JSON.stringify(id))}: there is none`, {
    hint: "`mneme sessions list --all` finds what there is",
  });
}

/** Returns the bytes of the database with its write-ahead log; 0 if there is none. */
export function databaseBytes({ database }: Paths): number {
  return sizeOf(database) + sizeOf(`${database}-wal`);
}

/** Returns the project of the client's launch folder, else that of the current folder. */
export function currentProject(): string {
  return findProject(launchFolder(readEnvironment("CLAUDE_PROJECT_DIR"), Deno.cwd()));
}

/** Returns the project of a folder that a person has typed. The folder may be a link, or not exist any more. */
export function projectAt(folder: string): string {
  // A Windows path on another system is a project of another machine, from a replay or a sync.
  if (Deno.build.os !== "windows" && /^[A-Za-z]:[\\/]/.test(folder)) {
    return launchFolder(folder, undefined, "windows");
  }
  return findProject(launchFolder(realPath(resolvePath(folder)), undefined));
}

/** Warns if a folder that a person has typed does not exist: it may be misspelt. */
export function warnAbsent(folder: string): void {
  if (!isThere(folder)) warnLine(`mneme: there is no folder ${plainText(folder)} here; look at its spelling`);
}

/**
 * Returns the project of a folder, by default the current one; inside a repository, the nearest folder upwards that has
 * sessions. Works without a usable database.
 */
export function thisProject(project = currentProject()): string {
  const paths = requirePaths();
  const known = (store: Store) => firstKnownProject(store, foldersInRepository(project));
  return orUndefined(() => readStore(paths, known)) ?? project; // pausing must not depend on the database
}

/** Returns the folder and those above it, up to the one with `.git`; none outside of a repository. */
export function foldersInRepository(folder: string): string[] {
  const folders: string[] = [];
  for (let rest = folder; rest !== ""; rest = parentFolder(rest)) {
    folders.push(rest);
    if (isThere(`${rest}/.git`)) return folders;
  }
  return [];
}

/** Returns the chosen project; `undefined` for all projects. */
export function chosenProject({ project, all }: PlaceOptions): string | undefined {
  if (all) return undefined;
  return project === undefined ? thisProject() : projectAt(project);
}
