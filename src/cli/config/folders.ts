import { below } from "../../base/slashes.ts";
import { homeFolder, isAbsolute, withoutTrailingSlash } from "../../machine/paths.ts";
import { realPath, resolvePath } from "../frame/is_there.ts";

/** Holds what an entry of a list of folders may be, in words that follow "expected". */
export const FOLDERS_ALLOWED = "whole paths, paths that begin with ~/, or * for everything";

const MAX_LENGTH = 1000;

/**
 * The pattern that hooks hold a project's path against: `~/` is the home folder, and `.`, `..` and doubled slashes are
 * gone, as a project's path has none. `undefined` for what could never fit: a relative path, or `~/` without a home.
 */
export function expandFolder(entry: string): string | undefined {
  if (/\p{Cc}/u.test(entry)) return undefined;
  if (/^\*+[\\/]*$/.test(entry)) return entry.length <= MAX_LENGTH ? entry : undefined;
  const path = startsAtHome(entry) ? inHomeFolder(entry) : entry;
  return path !== undefined && path.length <= MAX_LENGTH && isAbsolute(path)
    ? withoutDetours(path)
    : undefined;
}

/** Tells what hooks hold a project's path against: the entry as it is written, and where its links lead. */
export function patternsOf(entry: string): string[] {
  const pattern = expandFolder(entry);
  if (pattern === undefined) return [];
  const folder = pattern.replace(/[\\/]?[^\\/]*\*.*$/, ""); // a link is a name without a `*`
  return [...new Set([pattern, realPath(folder) + pattern.slice(folder.length)])];
}

/** The path behind a `~/`; `undefined` for any other path, and where the home folder is not an absolute one. */
export function inHomeFolder(path: string): string | undefined {
  const home = homeFolder();
  if (!startsAtHome(path) || home === undefined || !isAbsolute(home)) return undefined;
  return below(withoutTrailingSlash(home), path.slice(2));
}

/** Tells whether an entry of a list of folders can be used. */
export function isFolder(entry: unknown): boolean {
  return typeof entry === "string" && expandFolder(entry) !== undefined;
}

function startsAtHome(path: string): boolean {
  return path.startsWith("~/") || path.startsWith("~\\");
}

/** `.`, `..` and doubled slashes go, as a project's path has none. */
function withoutDetours(path: string): string {
  return path.startsWith("/") && Deno.build.os !== "windows" ? resolvePath(path) : path;
}
