import { orUndefined } from "../base/or_undefined.ts";
import { parentFolder, windowsPath } from "../base/slashes.ts";
import { infoOf, shortTextOf } from "./files.ts";
import { isAbsolute, withoutTrailingSlash } from "./paths.ts";

const MAX_GIT_FILE_BYTES = 4096;

/**
 * Returns the project of a session: the launch folder, or inside a linked git worktree the same folder in the main
 * working tree, so that all worktrees share the memory of the repository. Reads `.git` and `commondir`, and starts
 * no process.
 */
export function findProject(folder: string, system = Deno.build.os): string {
  if (system === "linux") return inMainWorkingTree(folder) ?? folder;
  const spelled = spelledOnDisk(folder);
  const project = inMainWorkingTree(spelled) ?? spelled;
  return systemPath(project, system);
}

/**
 * Returns a folder in the spelling of the disk, on systems that ignore letter case and Unicode normalization in names.
 * Links are not resolved, except those of macOS, which shells do not show: `/tmp` becomes `/private/tmp`.
 */
function spelledOnDisk(folder: string): string {
  const real = orUndefined(() => Deno.realPathSync(folder)) ?? folder;
  const [found, given] = [real, folder].map((path) =>
    path.normalize("NFC").toLowerCase().replaceAll("\\", "/")
  );
  return found === given || found === `/private${given}` ? real : folder;
}

/** Returns the corresponding folder in the main working tree; `undefined` if it is not in a linked worktree. */
function inMainWorkingTree(project: string): string | undefined {
  // Looking for `.git` above the part `\\server\share` may take seconds in a network.
  const top = /^\\\\(?:[^\\/]+[\\/][^\\/]+|.*)/s.exec(project)?.[0].length ?? 0;
  for (let root = project; root !== "" && root.length >= top; root = parentFolder(root)) {
    const entry = infoOf(`${root}/.git`);
    if (entry === undefined) continue;
    const main = entry.isDirectory ? undefined : mainWorkingTree(root);
    return main === undefined ? undefined : main + project.slice(root.length);
  }
  return undefined;
}

/** Returns the main working tree: `.git` of a worktree names a folder whose file `commondir` names the repository. */
function mainWorkingTree(root: string): string | undefined {
  const gitDir = /^gitdir:[ \t]*(.+)/.exec(shortTextOf(`${root}/.git`, MAX_GIT_FILE_BYTES) ?? "")?.[1]
    ?.trim();
  if (gitDir === undefined) return undefined;
  const folder = resolvePath(root, gitDir);
  // A submodule has no `commondir`: it is a project of its own.
  const common = shortTextOf(`${folder}/commondir`, MAX_GIT_FILE_BYTES)?.trim();
  if (common === undefined || common === "") return undefined;
  const repository = resolvePath(folder, common);
  // A downloaded folder that brings a `.git` must not pass for a worktree of a repository of the user.
  if (parentFolder(folder) !== `${repository}/worktrees`) return undefined;
  return repository.endsWith("/.git") ? repository.slice(0, -"/.git".length) || "/" : undefined;
}

function resolvePath(from: string, path: string): string {
  const parts: string[] = [];
  const whole = isAbsolute(path) ? path : `${from}/${path}`;
  for (const part of whole.split(/[\\/]+/)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  const start = whole.startsWith("\\\\") ? "\\\\" : whole.startsWith("/") ? "/" : "";
  return start + parts.join("/");
}

/** The longest path (PATH_MAX of Linux). A longer one is refused, as each of its parents would be looked at. */
const MAX_UNITS = 4096;

/** Returns the folder in which the client was started (`given`), else `cwd`, or `/` if both are unusable. */
export function launchFolder(given?: string, cwd?: string, system = Deno.build.os): string {
  const folder = isUsable(given) ? given : isUsable(cwd) ? cwd : "/";
  return withoutTrailingSlash(systemPath(folder, system));
}

/** Returns a path in the spelling by which mneme stores it: on Windows `C:\x`. */
export function systemPath(path: string, system = Deno.build.os): string {
  return system === "windows" && path !== "/" ? windowsPath(path) : path;
}

/** Returns the path of a file as mneme stores it. Some clients send paths relative to their folder `cwd`. */
export function storedPath(path: string, cwd: string | null): string {
  return systemPath(cwd === null || isAbsolute(path) ? path : resolvePath(cwd, path));
}

function isUsable(path: string | undefined): path is string {
  return path !== undefined && path.length <= MAX_UNITS && isAbsolute(path);
}
