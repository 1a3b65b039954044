// The data folder and its database as commands use them, and the project or session that is meant.
import { orUndefined } from "../../base/or_undefined.ts";
import { DEFAULT_SETTINGS } from "../../base/settings.ts";
import { UserError } from "../../base/user_error.ts";
import { describeReplacement, type PreparedHome, prepareHome, takeUntold } from "../../hook/prepare_home.ts";
import { readEnvironment } from "../../machine/environment.ts";
import { sizeOf, sleepSync, unlessAbsent } from "../../machine/files.ts";
import { appendLog, type LogFunction } from "../../machine/log.ts";
import { findPaths, homeVariable, isAbsolute, type Paths } from "../../machine/paths.ts";
import { findProject, foldersInRepository, launchFolder } from "../../machine/project.ts";
import { cleanText } from "../../privacy/clean.ts";
import { parseItemId } from "../../search/search_types.ts";
import { emptyStore } from "../../store/migrations.ts";
import { firstKnownProject, sessionCalled, type SessionView } from "../../store/sessions.ts";
import { openReadOnly, requireOwnVersion, type Store } from "../../store/store.ts";
import { asStoreError } from "../../store/store_error.ts";
import { attempt } from "./attempt.ts";
import { cannotTake, type PlaceOptions } from "./command.ts";
import { isHomeOrRoot, isThere, realPath, resolvePath } from "./typed_paths.ts";
import { warnLine } from "./output.ts";
import { plainText } from "./plain_text.ts";
import { indexPortions, REST_MS } from "./workload.ts";

export const CHOOSE_FOLDER = "set MNEME_HOME to a folder such as " +
  (Deno.build.os === "windows" ? "C:\\Users\\me\\.mneme" : "/home/me/.mneme");

/** Throws a `UserError` if the data folder is unknown or cannot be used. */
export function requirePaths(): Paths {
  const paths = findPaths();
  const why = whyNoHome(paths);
  if (paths !== undefined && why === undefined) return paths;
  throw new UserError(`Cannot use the data folder: ${why}`, { hint: CHOOSE_FOLDER });
}

/** The names of mneme's own files in its data folder; any other file there is somebody else's. */
export const OUR_NAMES =
  /^(memory\.db.*|config\.yaml|paused\.json|pause_times\.jsonl(\.1)?|cache|state|spool|logs|backups|sync|.*\.tmp)$/;

/** Says why a folder cannot be the data folder, whose files mneme makes private; `undefined` if it can. */
export function whyNoHome(paths: Paths | undefined): string | undefined {
  if (paths !== undefined) {
    return isHomeOrRoot(paths.root)
      ? `${plainText(paths.root)} is your home folder or a whole disk`
      : undefined;
  }
  const chosen = readEnvironment("MNEME_HOME");
  if (chosen !== undefined) return `MNEME_HOME is ${plainText(chosen)}, which is not an absolute path`;
  return `MNEME_HOME is not set, and ${homeVariable()} is not an absolute path`;
}

export type Home = PreparedHome & Disposable & { readonly paths: Paths };

/** Opens and migrates the database, drains `drainLimit` spool files. Throws a `UserError`. Closing indexes new rows. */
export function openHome(drainLimit: number = Infinity): Home {
  const paths = requirePaths();
  return attempt("open the database", "run `mneme doctor`", () => {
    const options = preparation(paths, drainLimit);
    const home = prepareHome(paths, options);
    warnSetAside(paths, home.setAside);
    home.store.beforeClose(() => {
      try {
        for (const _ of indexPortions(home.store).take(MOST_PORTIONS)) sleepSync(REST_MS);
      } catch (error) { // `mneme process` will index it
        options.log("failure", `Cannot index what was written: ${asStoreError(error).message}`);
      }
    });
    return { ...home, paths, [Symbol.dispose]: () => home.store.close() };
  });
}

export function preparation(paths: Paths, drainLimit = Infinity) {
  return { drainLimit, log: commandLog(paths), lockBudgetMs: 5000 }; // a person waits longer than a hook
}

/** Warns if a damaged database was set aside, as `movedTo`, and replaced. */
export function warnSetAside(paths: Paths, movedTo: string | undefined): void {
  if (movedTo === undefined) return;
  const now = describeReplacement(paths, "by `mneme process`");
  warnLine(`mneme: the database was damaged and is set aside as ${movedTo}; ${now}`);
  if (Deno.stderr.isTerminal()) takeUntold(paths); // a person has read it
}

/** The most portions that one command indexes, in some two seconds; `mneme process` indexes the rest. */
const MOST_PORTIONS = 100;

export function commandLog(paths: Paths): LogFunction {
  return (level, message) =>
    appendLog(paths, { level, hook: "mneme", sessionId: undefined, message }, DEFAULT_SETTINGS, cleanText);
}

/** Calls `work` with a read-only store: an empty one if there is no database. Refuses another schema. */
export function readStore<T>(paths: Paths, work: (store: Store) => T): T {
  return attempt("read the database", "run `mneme doctor`", () => {
    const isDatabase = unlessAbsent(() => Deno.statSync(paths.database).isFile);
    using store = isDatabase ? openReadOnly(paths.database) : emptyStore();
    requireOwnVersion(store);
    return work(store);
  });
}

/** Returns the session with the id `s4`, `4` or the client's. Throws a `UserError` if there is none. */
export function requireSession(store: Store, id: string): SessionView {
  const row = parseItemId(id, "session")?.ref;
  const found = sessionCalled(store, id) ?? (row === undefined ? undefined : sessionCalled(store, `s${row}`));
  if (found !== undefined) return found;
  throw new UserError(`Cannot find session ${plainText(JSON.stringify(id))}: there is none`, {
    hint: "`mneme sessions list --all` finds what there is",
  });
}

export const databaseBytes = ({ database }: Paths): number => sizeOf(database) + sizeOf(`${database}-wal`);

let kept: Readonly<Record<"folder" | "project", string>> | undefined;

/**
 * Keeps the place in which a server starts, because an agent may remove its worktree when its work is done.
 * `given`: a folder that no shell has expanded (`~/shop`), or the client's variable (`${…}`) if it has no workspace.
 */
export function keepPlace(given = ""): void {
  const isUnset = given === "" || given.startsWith("${");
  const path = isUnset || isAbsolute(given) ? given : resolvePath(given);
  if (path !== given && !isThere(path)) cannotTake(given, "a folder", "give its whole path");
  const folder = () => isUnset ? currentFolder() : launchFolder(path);
  kept = orUndefined(() => ({ folder: folder(), project: findProject(folder()) })); // else each call says why
}

/** Returns the folder in which the client was started. In a worktree, it differs from the project. */
export const currentFolder = () =>
  kept?.folder ?? launchFolder(readEnvironment("CLAUDE_PROJECT_DIR"), Deno.cwd());
/** Returns the kept project for the kept folder, as that may be a worktree which is gone. */
export const projectOf = (folder: string) => folder === kept?.folder ? kept.project : findProject(folder);
export const currentProject = () => projectOf(currentFolder());
export const currentPlace = () => ({ folder: currentFolder(), project: currentProject() });

export function projectAt(folder: string): string {
  if (folder === "") cannotTake(folder, "a folder", "name the project's folder"); // as by an unset variable
  // A replay or a sync brings projects of a Windows machine.
  if (Deno.build.os !== "windows" && /^[A-Za-z]:[\\/]/.test(folder)) {
    return launchFolder(folder, undefined, "windows");
  }
  return findProject(launchFolder(realPath(resolvePath(folder)), undefined));
}

export function warnAbsent(folder: string): void {
  if (!isThere(folder)) warnLine(`mneme: there is no folder ${plainText(folder)} here; look at its spelling`);
}

/** Returns the project: inside a repository, the nearest folder upwards that has sessions, or else memories. */
export const thisProject = (project = currentProject()) =>
  knownProject(foldersInRepository(project)) ?? project;

function knownProject(folders: readonly string[]): string | undefined {
  // Pausing and the doctor work without a usable database, too.
  return orUndefined(() => readStore(requirePaths(), (store) => firstKnownProject(store, folders)));
}

/** Returns the project that the options choose. Warns of a folder that is neither here nor in the database. */
export function chosenProject({ project, all }: PlaceOptions): string | undefined {
  if (all) return undefined;
  if (project === undefined) return thisProject();
  const folder = projectAt(project);
  if (knownProject([folder]) === undefined) warnAbsent(folder);
  return folder;
}
