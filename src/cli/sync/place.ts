import { UserError } from "../../base/user_error.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import type { Paths } from "../../machine/paths.ts";
import type { Store } from "../../store/store.ts";
import { clearTexts } from "../../store/memories.ts";
import { memberSeed } from "../../sync/members.ts";
import { forgetSpace, operationsExcept, spaceState } from "../../sync/records.ts";
import { foreignMemories, knownFolders } from "../../sync/memories.ts";
import { KEYS_RECORD, sendKeys } from "../../sync/keys.ts";
import { projectName } from "../../sync/project_names.ts";
import { type Remote, type RemotePlace, withoutPassword } from "../../sync/remote.ts";
import type { SyncPlace } from "../../sync/local_records.ts";
import { spaceId } from "../../sync/space_key.ts";
import { isTeam, type Space, type Spaces, syncFolder, writeSpace } from "../../sync/spaces.ts";
import type { ProjectNames } from "../../sync/travel.ts";
import { evaluateProject } from "../config/compile.ts";
import { currentProject } from "../frame/data_folder.ts";
import { rest } from "../frame/workload.ts";

/** Describes a space for one run of sync. */
export function placeOf(store: Store, paths: Paths, { origin }: Spaces, space: Space): SyncPlace {
  const excluded = new Map<string, boolean>();
  const isExcluded = (folder: string) => {
    const known = excluded.get(folder) ??
      isExcludedProject(folder, evaluateProject(paths, folder).settings.privacy.exclude_projects);
    excluded.set(folder, known);
    return known;
  };
  return { store, space, origin, names: projectNames(store), isExcluded, rest };
}

/** Returns true for a team that this machine joined with an older mneme, which did not sign operations. */
export function isOldTeam({ name, member }: Space): boolean {
  return isTeam(name) && member === undefined;
}

/**
 * Renews such a team: removes this user's operations and everything that came from other members. The next sync sends
 * this machine's records again, signed. Returns the renewed space.
 */
export async function renewTeam(
  remote: Remote,
  { store, space }: SyncPlace,
  paths: Paths,
  spaces: Spaces,
): Promise<Space> {
  await remote.push([], operationsExcept(store, space.name, [KEYS_RECORD]));
  store.transaction(() => {
    for (const row of foreignMemories(store, space.name)) clearTexts(store, row, new Date().toISOString());
    forgetSpace(store, space.name);
  });
  const renewed = { ...space, member: memberSeed(space.name, spaces) };
  writeSpace(paths, spaces, renewed);
  return renewed;
}

/** Opens the remote of a space. */
export function remoteOf(
  paths: Paths,
  space: Pick<Space, "name" | "remote">,
  more: Pick<RemotePlace, "isNew" | "signal"> = {},
): Promise<Remote> {
  return openRemote({ url: space.remote, space: spaceId(space.name), folder: syncFolder(paths), ...more });
}

/**
 * Opens the remote of a space that this machine is in. If it was synced before and is missing now, as on a new server, it
 * is created again, and the machines send their records again.
 */
export async function knownRemote(
  { store, space, origin }: SyncPlace,
  paths: Paths,
  signal: AbortSignal | undefined,
): Promise<Remote> {
  try {
    return await remoteOf(paths, space, { signal });
  } catch (error) {
    if (spaceState(store, space.name).last_at === null || signal?.aborted) throw error;
    const remote = await remoteOf(paths, space, { isNew: true, signal });
    await sendKeys(remote, space, origin);
    return remote;
  }
}

/** Returns the names and folders of all projects. Each project's files are read only once. */
export function projectNames(store: Store): ProjectNames {
  const names = new Map<string, string | undefined>();
  const nameOf = (folder: string) => {
    if (!names.has(folder)) names.set(folder, projectName(folder));
    return names.get(folder);
  };
  // Of two clones of a project, the one that was used last gets the memories.
  const folders = new Map<string, string>();
  for (const folder of [...knownFolders(store), currentProject()]) {
    const name = nameOf(folder);
    if (name !== undefined && name !== folder) folders.set(name, folder);
  }
  return { nameOf, folderOf: (name) => folders.get(name) ?? name };
}

/** Opens a remote by the scheme of its address. */
async function openRemote(place: RemotePlace): Promise<Remote> {
  if (/^postgres(?:ql)?:\/\//.test(place.url)) {
    return await (await import("../../sync/postgres_remote.ts")).PostgresRemote.open(place);
  }
  if (place.url.startsWith("dir:")) {
    return (await import("../../sync/folder_remote.ts")).FolderRemote.open(place);
  }
  if (place.url.startsWith("git:")) {
    return await (await import("../../sync/git_remote.ts")).GitRemote.open(place);
  }
  throw new UserError(`Cannot use ${withoutPassword(place.url)}: it names no remote that mneme knows`, {
    hint: "give postgres://HOST/DATABASE, dir:/a/shared/folder or git:URL",
  });
}
