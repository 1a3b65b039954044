import { below, parentFolder } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { entriesOf, entryAt, isFolder } from "../../machine/files.ts";
import { homeFolder, isAbsolute, withoutTrailingSlash } from "../../machine/paths.ts";
import { RESERVED } from "./attempt.ts";
import { plainText } from "./plain_text.ts";

/** Returns true if the path exists, also as a broken link; false if it cannot be inspected. */
export function isThere(path: string): boolean {
  return entryAt(path) !== undefined;
}

/** Returns false only if there is certainly no file; `stat` decides whether links are followed. */
export function mayBeFile(path: string, stat = Deno.statSync): boolean {
  try {
    return stat(path).isFile;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory);
  }
}

/** Returns true for a path in /proc, /dev or /sys, which Deno refuses to compiled executables. */
export function isReserved(path: string): boolean {
  try {
    Deno.lstatSync(path);
  } catch (error) {
    return error instanceof Deno.errors.NotCapable;
  }
  return false;
}

/** Throws a `UserError` if the folder of a file that a person named does not exist: it may be misspelt. */
export function requireFolderOf(path: string): void {
  const folder = parentFolder(path) || "/";
  if (isFolder(folder)) return;
  const [why, hint] = isReserved(folder)
    ? [RESERVED, "give another place"]
    : [`there is no folder ${plainText(folder)}`, "make it first, or give another place"];
  throw new UserError(`Cannot write ${plainText(path)}: ${why}`, { hint });
}

/** Returns the names in a folder, sorted; an empty list if it cannot be read. */
export function namesIn(folder: string): string[] {
  return entriesOf(folder).map(({ name }) => name).sort();
}

/** Returns the path without links, or the path itself if it does not exist. */
export function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

/** Returns true for the home folder and the root of a disk, however they are written, also through links. */
export function isHomeOrRoot(folder: string): boolean {
  const [real, home] = [realPath(folder), homeFolder()];
  return real === resolvePath(`${real}/..`) || (home !== undefined && real === realPath(home));
}

/** Returns the absolute path of a path that begins with `~/`; `undefined` for other paths, or without a home folder. */
export function inHomeFolder(path: string): string | undefined {
  const home = homeFolder();
  if (!/^~[\\/]/.test(path) || home === undefined || !isAbsolute(home)) return undefined;
  return below(withoutTrailingSlash(home), path.slice(2));
}

/** Returns a path that a person has typed, perhaps with `~/`, as an absolute one. Loading Node's `path.resolve` would take 27 ms. */
export function resolvePath(path: string): string {
  const whole = inHomeFolder(path) ?? (isAbsolute(path) ? path : `${Deno.cwd()}/${path}`);
  const slash = Deno.build.os === "windows" ? "\\" : "/";
  const root = slash === "/" ? "/" : /^(?:[A-Za-z]:)?[\\/]+/.exec(whole)?.[0] ?? "";
  const parts: string[] = [];
  for (const part of whole.slice(root.length).split(slash === "/" ? "/" : /[\\/]/)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return root + parts.join(slash);
}

/** Reads a text file below `src/cli`, or in an executable the copy of it beside the code (see src/build/bundle.ts). */
export function textBeside(path: string): string {
  const place = Deno.build.standalone ? path.slice(path.lastIndexOf("/") + 1) : path;
  return Deno.readTextFileSync(`${import.meta.dirname}/../${place}`);
}
