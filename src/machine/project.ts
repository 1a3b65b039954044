import { orUndefined } from "../base/or_undefined.ts";
import { parentFolder, windowsPath } from "../base/slashes.ts";
import { entriesOf, infoOf, shortTextOf } from "./files.ts";
import { isAbsolute, withoutTrailingSlash } from "./paths.ts";

/** The most bytes that are read of a file of git. A repository's configuration has a section for each branch. */
const MAX_GIT_FILE_BYTES = 100_000;

/**
 * Returns the folder with a session's settings and files (`tree`), and its project. Both are the launch folder, or inside
 * a linked git worktree the same folder in the main working tree, so that all worktrees share the memory of the
 * repository. A worktree of a bare repository is a `tree` of its own; its project is the folder that holds the
 * repository, if this has a file `.git`, else the repository. Reads files of git, and starts no process.
 */
export function findFolders(folder: string, system = Deno.build.os) {
  const spelled = system === "linux" ? folder : spelledOnDisk(folder);
  const { tree = spelled, project = tree } = inRepository(spelled);
  return { tree: systemPath(tree, system), project: systemPath(project, system) };
}

export function findProject(folder: string, system = Deno.build.os): string {
  return findFolders(folder, system).project;
}

/** Returns the folder with a project's files: of a bare repository, the worktree with its own branch, else the first. */
export function treeOf(project: string): string {
  for (const root of foldersUp(project)) {
    const repository = bareRepository(root);
    if (repository === undefined && infoOf(`${root}/.git`) === undefined) continue;
    const trees = repository === undefined ? [] : entriesOf(`${repository}/worktrees`);
    const folders = trees.map(({ name }) => `${repository}/worktrees/${name}`).sort();
    const branch = gitText(`${repository}/HEAD`);
    const folder = folders.find((one) => gitText(`${one}/HEAD`) === branch) ?? folders[0];
    const link = folder && gitText(`${folder}/gitdir`);
    return link ? parentFolder(resolvePath(folder, link)) + project.slice(root.length) : project;
  }
  return project;
}

/** Returns the bare repository that a folder is, or that its file `.git` names. */
export function bareRepository(folder: string): string | undefined {
  const repository = gitFolder(folder) ?? folder;
  const files = [`${repository}/config`, `${repository}/config.worktree`]; // with extensions.worktreeConfig, the second
  return files.some((file) => /^\s*bare\s*=\s*true\s*$/mi.test(gitText(file) ?? "")) ? repository : undefined;
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

function inRepository(folder: string): { readonly tree?: string; readonly project?: string } {
  for (const root of foldersUp(folder)) {
    const entry = infoOf(`${root}/.git`);
    if (entry === undefined) continue;
    const repository = entry.isDirectory ? undefined : sharedRepository(root);
    if (repository === undefined) break;
    const [holder, rest] = [parentFolder(repository), folder.slice(root.length)];
    if (repository.endsWith("/.git")) return { tree: (holder || "/") + rest };
    if (bareRepository(repository) === undefined) break; // such as a submodule's
    return { project: (gitFolder(holder) === repository ? holder : repository) + rest };
  }
  return {};
}

/** Yields a folder and those above it, but no part of `\\server\share`: looking there may take seconds. */
function* foldersUp(folder: string): Generator<string> {
  const top = /^\\\\(?:[^\\/]+[\\/][^\\/]+|.*)/s.exec(folder)?.[0].length ?? 0;
  for (let root = folder; root !== "" && root.length >= top; root = parentFolder(root)) yield root;
}

/** Returns the repository of a linked worktree: `.git` names a folder whose file `commondir` names it. */
function sharedRepository(root: string): string | undefined {
  const folder = gitFolder(root);
  const common = folder && gitText(`${folder}/commondir`); // a submodule has none: it is a project of its own
  const repository = folder && common && resolvePath(folder, common);
  // A downloaded folder with a `.git` must not pass for a worktree of any repository.
  return repository && parentFolder(folder) === `${repository}/worktrees` ? repository : undefined;
}

/** Returns the folder that a file `.git` names. */
function gitFolder(root: string): string | undefined {
  const named = /^gitdir:[ \t]*(.+)/.exec(gitText(`${root}/.git`) ?? "")?.[1];
  return named && resolvePath(root, named);
}

function gitText(path: string): string | undefined {
  return shortTextOf(path, MAX_GIT_FILE_BYTES)?.trim();
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
export function launchFolder(
  given: string | undefined,
  cwd: string | undefined,
  system = Deno.build.os,
): string {
  const folder = isUsable(given) ? given : isUsable(cwd) ? cwd : "/";
  return withoutTrailingSlash(systemPath(folder, system));
}

/** Returns a path in the spelling by which mneme stores it: on Windows `C:\x`. */
export function systemPath(path: string, system = Deno.build.os): string {
  return system === "windows" && path !== "/" ? windowsPath(path) : path;
}

/** Returns the path of a file as mneme stores it. Some clients send paths below their folder `cwd` without it. */
export function storedPath(path: string, cwd: string | null): string {
  return systemPath(cwd === null || isAbsolute(path) ? path : resolvePath(cwd, path));
}

function isUsable(path: string | undefined): path is string {
  return path !== undefined && path.length <= MAX_UNITS && isAbsolute(path);
}
