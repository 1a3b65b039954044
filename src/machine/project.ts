// Finds the project of a session, and brings paths into the form in which mneme stores them.
import { orUndefined } from "../base/or_undefined.ts";
import { below, fileName, parentFolder, plainPath } from "../base/slashes.ts";
import { entryAt, infoOf, shortTextOf } from "./files.ts";
import { folderPath, isAbsolute, systemPath } from "./paths.ts";

const MAX_GIT_FILE_BYTES = 4096; // longer than git's files with one path

/** Returns a launch folder, or that of the main tree for one in a linked worktree, also one removed below that tree. */
export function findProject(folder: string, system = Deno.build.os, keep = ""): string {
  return systemPath(inMainWorkingTree(system === "linux" ? folder : spelledOnDisk(folder), keep), system);
}

/** Returns a folder as the disk spells it. Follows only the link `/private` of macOS, as shells hide it. */
function spelledOnDisk(folder: string): string {
  const real = orUndefined(() => Deno.realPathSync(folder)) ?? folder;
  const plain = (path: string) => path.normalize("NFC").toLowerCase().replaceAll("\\", "/");
  return [plain(folder), `/private${plain(folder)}`].includes(plain(real)) ? real : folder;
}

/** Returns the folder and those above it, up to the one with `.git`; none outside of a repository. */
export function foldersInRepository(folder: string): string[] {
  const folders: string[] = [];
  for (let rest = folder; rest !== ""; rest = parentFolder(rest)) {
    folders.push(rest);
    if (entryAt(`${rest}/.git`) !== undefined) return folders;
  }
  return [];
}

/** Matches a removed worktree in the main tree. `$1`: all from `.worktrees` on, as a name there may have slashes. */
const WORKTREE_INSIDE = /^(?:[\\/]\.claude[\\/]worktrees[\\/][^\\/]+)*([\\/]\.worktrees[\\/][^\\/].*)?/s;

function inMainWorkingTree(project: string, keep: string): string {
  // Looking above `\\server\share` may take seconds in a network.
  const top = /^\\\\(?:[^\\/]+[\\/][^\\/]+|.*)/s.exec(project)?.[0].length ?? 0;
  for (let root = project; root !== "" && root.length >= top; root = parentFolder(root)) {
    const entry = infoOf(`${root}/.git`);
    if (entry === undefined) continue;
    const main = (entry.isDirectory ? undefined : mainWorkingTree(root)) ?? root;
    const rest = project.slice(root.length);
    return main + (infoOf(project) === undefined ? rest.replace(WORKTREE_INSIDE, keep) : rest);
  }
  return project;
}

/** Returns the main tree of a worktree: its `.git` names a folder whose `commondir` names the repository. */
function mainWorkingTree(root: string): string | undefined {
  const gitDir = /^gitdir:[ \t]*(.*\S)/.exec(shortTextOf(`${root}/.git`, MAX_GIT_FILE_BYTES) ?? "")?.[1];
  if (gitDir === undefined) return undefined;
  const folder = resolvePath(root, gitDir);
  // A submodule has no `commondir` and is a project of its own.
  const common = shortTextOf(`${folder}/commondir`, MAX_GIT_FILE_BYTES)?.trim();
  if (common === undefined || common === "") return undefined;
  const repository = resolvePath(folder, common);
  // A downloaded folder with a `.git` must not pass for a worktree of the user's repository.
  if (parentFolder(folder) !== `${repository}/worktrees`) return undefined;
  return repository.endsWith("/.git") ? repository.slice(0, -"/.git".length) || "/" : undefined;
}

const resolvePath = (from: string, path: string) => plainPath(isAbsolute(path) ? path : `${from}/${path}`);

const MAX_UNITS = 4096; // PATH_MAX of Linux; each parent of a longer path would be looked at

/** Returns the folder in which the client was started (`given`), else `cwd`, else `/`. */
export function launchFolder(given?: string, cwd?: string, system = Deno.build.os): string {
  const usable = [given, cwd].find((path = "") => path.length <= MAX_UNITS && isAbsolute(path));
  return folderPath(usable ?? "/", system);
}

/** Returns a file's path as mneme stores it. Some clients send paths relative to `cwd`. */
export function storedPath(path: string, cwd: string | null): string {
  return systemPath(cwd === null || isAbsolute(path) ? path : resolvePath(cwd, path));
}

/** Returns a file's path in the main tree of its repository: what a worktree has leads nowhere once that is removed. */
export function mainTreePath(path: string): string {
  const folder = isAbsolute(path) && findProject(parentFolder(path), undefined, "$1");
  return folder ? below(folder, fileName(path)) : path;
}
