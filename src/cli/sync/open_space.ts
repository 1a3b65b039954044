// Opens spaces for the commands (lock, remote, context), stores them, and serves the removal of a project.
import { below } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { listProjects } from "../../store/projects.ts";
import { LocalRecords, type SyncContext } from "../../sync/local_records.ts";
import { projectName, projectNames } from "../../sync/portable.ts";
import { detachProject, Records, spacesWith } from "../../sync/records.ts";
import { type Remote, type RemoteOptions, sleep, withoutPassword } from "../../sync/remote.ts";
import {
  isTeam,
  readSpaces,
  requireSpace,
  type Space,
  spaceId,
  type Spaces,
  writeSpaces,
} from "../../sync/spaces.ts";
import { evaluateProject } from "../config/compile.ts";
import { currentProject, type Home, requirePaths } from "../frame/home.ts";
import { resolvePath } from "../frame/typed_paths.ts";
import type { Output } from "../frame/command.ts";
import { holdLock } from "../frame/locks.ts";
import { rest } from "../frame/workload.ts";

export type SpaceOption = Output & { readonly space?: string };

/** Returns the name of the space that the option chooses; without it, the names of all, one's own first. */
export function chosenSpaces({ space }: SpaceOption): readonly string[] {
  const spaces = readSpaces(requirePaths());
  if (space !== undefined) return [requireSpace(spaces, space).name];
  const names = spaces.spaces.map(({ name }) => name);
  return names.sort((a, b) => Number(isTeam(a)) - Number(isTeam(b)));
}

type SyncHome = Pick<Home, "store" | "paths">;

export function contextOf({ store, paths }: SyncHome, space: Space): SyncContext {
  const { origin, spaces } = ownSpaces(paths);
  const excluded = new Map<string, boolean>();
  const isExcluded = (folder: string) => {
    const known = excluded.get(folder);
    if (known !== undefined) return known;
    const { exclude_projects: patterns } = evaluateProject(paths, folder).settings.privacy;
    // Until this machine has a row of a project, the project's name stands for its folder.
    const named = patterns.flatMap((pattern) => projectName(pattern) ?? []);
    const found = isExcludedProject(folder, [...patterns, ...named]);
    excluded.set(folder, found);
    return found;
  };
  const folders = listProjects(store).map(({ project }) => project).reverse(); // the last used comes last
  const shared = space.shares.map(({ project }) => project);
  const names = projectNames([...folders, currentProject()], shared); // of two clones, the last gets what arrives
  const own = isTeam(space.name) ? spaces.find(({ name }) => !isTeam(name)) : undefined;
  return { store, space, own, origin, names, isExcluded, rest };
}

/** Opens the remote of a space. Throws a `UserError` for another form of address, or if the space is not there. */
export async function remoteOf(
  paths: Paths,
  { name, remote: url }: Pick<Space, "name" | "remote">,
  more: Pick<RemoteOptions, "isNew" | "signal"> = {},
): Promise<Remote> {
  const options = { url, space: spaceId(name), name, folder: paths.sync, ...more };
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    return await (await import("../../sync/postgres_remote.ts")).PostgresRemote.open(options);
  }
  if (url.startsWith("dir:")) return (await import("../../sync/folder_remote.ts")).FolderRemote.open(options);
  if (url.startsWith("git:")) return await (await import("../../sync/git_remote.ts")).GitRemote.open(options);
  throw new UserError(`Cannot use ${withoutPassword(url)}: it names no remote that mneme knows`, {
    hint: "give postgres://HOST/DATABASE, dir:/a/shared/folder or git:URL",
  });
}

/**
 * Opens the remote of a space of this machine. If the space was synced before and is gone there (a new
 * server), creates it (`isAnew`), and the machines send their records again.
 */
export async function knownRemote(
  { store, space }: SyncContext,
  paths: Paths,
  signal: AbortSignal | undefined,
) {
  try {
    return { remote: await remoteOf(paths, space, { signal }), isAnew: false };
  } catch (error) {
    if (new Records(store, space.name).state().last_at === null || signal?.aborted) throw error;
    const remote = await remoteOf(paths, space, { isNew: true, signal });
    return { remote, isAnew: (await remote.ids()).length === 0 };
  }
}

/** Reads the spaces. Stores the identity of this machine if it has none yet. */
export function ownSpaces(paths: Paths): Spaces {
  using _lock = holdLock(paths, "changes");
  const spaces = readSpaces(paths);
  // Without a stored identity, each read makes another one.
  if (readSpaces(paths).origin !== spaces.origin) writeSpaces(paths, spaces);
  return spaces;
}

/** Stores or removes a space. Reads the file again under the lock, as another process may have changed it. */
export function replaceSpace(paths: Paths, name: string, space: Space | undefined): void {
  using _lock = holdLock(paths, "changes");
  const now = readSpaces(paths);
  const others = now.spaces.filter((one) => one.name !== name);
  if (space !== undefined) return writeSpaces(paths, { ...now, spaces: [...others, space] });
  // The user stays the same member of each team: `person` becomes the key that `memberSeed` took from the own space.
  const own = now.spaces.find((one) => one.name === name && !isTeam(name));
  writeSpaces(paths, { ...now, person: own?.retired.at(-1) ?? now.person, spaces: others });
}

/** Makes an address's paths absolute, as sync may run anywhere. A path has no colon before its first slash. */
export function wholeAddress(url: string): string {
  const [, scheme, path] = /^(dir:|git:(?=[^:]*(?:\/|$)))(.+)$/s.exec(url) ?? [];
  if (path !== undefined) return `${scheme}${resolvePath(path)}`;
  return url.replace(/(?<=^postgres[^?]*\?(?:.*&)?)sslrootcert=(?!system(?:&|$))[^&]+/, (pair) => {
    const [[name, file]] = [...new URLSearchParams(pair.replaceAll("+", "%2B"))] as [[string, string]];
    return `${name}=${encodeURIComponent(resolvePath(file)).replaceAll("%2F", "/")}`; // to libpq, "+" is no blank
  });
}

/** The milliseconds between two attempts to lock a space, and the most in all. */
const STEP_MS = 50;
const WAIT_MS = 60_000;

function openLock(paths: Paths, name: string): Deno.FsFile {
  return Deno.openSync(below(paths.sync, `${spaceId(name)}.lock`), {
    create: true,
    write: true,
    mode: 0o600,
  });
}

/**
 * Locks a space, and calls `work` with it. Two processes that sync a space at once would send the same
 * records and use the same git repository. Throws a `UserError` if the lock stays taken.
 */
export async function inSpace<T>(
  home: SyncHome,
  name: string,
  work: (context: SyncContext) => T | Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { paths } = home;
  requireSpace(readSpaces(paths), name); // before the lock, so that an unknown name leaves no lock file
  using file = openLock(paths, name);
  for (let waited = 0; !file.tryLockSync(true); waited += STEP_MS) {
    if (waited >= WAIT_MS || signal?.aborted) {
      throw new UserError(`Another process of mneme is at work on the space ${name}`, {
        hint: "wait until it is done, then run `mneme sync`",
      });
    }
    await sleep(STEP_MS);
  }
  return await work(contextOf(home, requireSpace(readSpaces(paths), name)));
}

/** Locks a space, unless a process is at work on it (`isBusy`): the database then shows a half-done sync. */
export function holdUnlessBusy(paths: Paths, name: string) {
  const file = openLock(paths, name);
  const isBusy = !file.tryLockSync(true);
  return { isBusy, [Symbol.dispose]: () => file.close() };
}

/** Returns texts on the spaces that have a part of a project: `asked` before a forget, `told` after it. */
export function reachBeyond(home: SyncHome, project: string, { here }: { readonly here?: true | undefined }) {
  const sent = spacesWith(home.store, project);
  // Another machine of this user may be the one that shares the project, and hears of the forget through `me`.
  const isShared = (space: Space) =>
    isTeam(space.name) && new LocalRecords(contextOf(home, space)).hasFromElsewhere(project);
  const elsewhere = readSpaces(home.paths).spaces.filter(isShared).map(({ name }) => name);
  const others = [...new Set([...sent, ...elsewhere])]
    .map((name) => isTeam(name) ? `for ${name}` : "on your other machines").join(" and ");
  if (others === "") return { asked: "", told: [] };
  if (here) return { asked: "", told: [`It stays ${others}`] };
  const asked = `; the next sync also forgets what was synced of it ${others} (not with --here)`;
  return { asked, told: [`The next sync also forgets what was synced of it ${others}`] };
}

/** Calls `work`, which removes a project's rows, so that no other machine hears of it. No sync runs meanwhile. */
export async function apartFromSync(home: SyncHome, project: string, work: () => Promise<void>) {
  const names = readSpaces(home.paths).spaces.map(({ name }) => name);
  const holdLocks = async ([name, ...others]: readonly string[]): Promise<void> => {
    if (name !== undefined) return await inSpace(home, name, () => holdLocks(others));
    detachProject(home.store, project);
    await work();
  };
  await holdLocks(names);
}
