import { windowsPath } from "../base/slashes.ts";
import { infoOf, shortTextOf } from "./files.ts";
import { isAbsolute, withoutTrailingSlash } from "./paths.ts";

const MAX_GIT_FILE_BYTES = 4096;

/**
 * The project that a session belongs to: its launch folder, and inside a linked git worktree the same place in the
 * main working tree, so that worktrees share their repository's memory. Reads `.git` and `commondir`, starts no
 * process.
 */
export function findProject(folder: string, system: typeof Deno.build.os = Deno.build.os): string {
  if (system === "linux") return inMainWorkingTree(folder) ?? folder;
  const spelled = spelledOnDisk(folder);
  const project = inMainWorkingTree(spelled) ?? spelled;
  return systemPath(project, system);
}

/**
 * The folder as the disk spells it, where upper and lower case, and an `é` of one sign or of two, are the same name. A
 * link stays what it is called, but for those of macOS itself, which a shell does not show: `/tmp` is `/private/tmp`.
 */
function spelledOnDisk(folder: string): string {
  try {
    const real = Deno.realPathSync(folder);
    const [found, given] = [real, folder].map((path) =>
      path.normalize("NFC").toLowerCase().replaceAll("\\", "/")
    );
    return found === given || found === `/private${given}` ? real : folder;
  } catch {
    return folder; // it is not there any more
  }
}

/** `undefined` unless the folder lies in a linked worktree. */
function inMainWorkingTree(project: string): string | undefined {
  let root = project;
  let below = "";
  const top = project.startsWith("\\\\") ? shareLength(project) : 0;
  while (true) {
    const gitEntry = `${root}/.git`;
    const entry = infoOf(gitEntry);
    if (entry?.isDirectory) return undefined;
    if (entry !== undefined) {
      const main = mainWorkingTree(root, gitEntry);
      return main === undefined ? undefined : main + below;
    }
    const slash = Math.max(root.lastIndexOf("/"), root.lastIndexOf("\\"));
    if (slash <= 0 || slash < top) return undefined;
    below = root.slice(slash) + below;
    root = root.slice(0, slash);
  }
}

/** Of `\\\\server\\share`, which are no folders: to look above them for anything may take the network seconds. */
function shareLength(path: string): number {
  return /^\\\\[^\\/]+[\\/][^\\/]+/.exec(path)?.[0].length ?? path.length;
}

/** A worktree's `.git` names its folder inside the repository's, whose `commondir` leads to the repository. */
function mainWorkingTree(root: string, gitFile: string): string | undefined {
  const gitDir = /^gitdir:[ \t]*(.+)/.exec(shortTextOf(gitFile, MAX_GIT_FILE_BYTES) ?? "")?.[1]?.trim();
  if (gitDir === undefined) return undefined;
  const folder = resolvePath(root, gitDir);
  const common = shortTextOf(`${folder}/commondir`, MAX_GIT_FILE_BYTES)?.trim(); // a submodule has none: it is a project of its own
  if (common === undefined || common === "") return undefined;
  const repository = resolvePath(folder, common);
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

/** Linux' PATH_MAX: no folder has a longer path, and each one above it would be looked at. */
const MAX_UNITS = 4096;

/** The folder that the client was started in (`given`), else `cwd`; `/` when neither is usable. */
export function launchFolder(
  given: string | undefined,
  cwd: string | undefined,
  system: typeof Deno.build.os = Deno.build.os,
): string {
  const folder = isUsable(given) ? given : isUsable(cwd) ? cwd : "/";
  return withoutTrailingSlash(systemPath(folder, system));
}

/** The path of a file or folder in the one spelling of this system. */
export function systemPath(path: string, system: typeof Deno.build.os = Deno.build.os): string {
  return system === "windows" && path !== "/" ? windowsPath(path) : path;
}

function isUsable(path: string | undefined): path is string {
  return path !== undefined && path.length <= MAX_UNITS && isAbsolute(path);
}
