import { isAbsolute } from "../../machine/paths.ts";
import { inHomeFolder, realPath, resolvePath } from "../frame/is_there.ts";

/** The allowed entries of a list of folders; in messages it follows the word "expected". */
export const FOLDERS_ALLOWED = "whole paths, paths that begin with ~/, or * for everything";

const MAX_LENGTH = 1000;

/** Returns an entry's absolute pattern, with `~/`, `.`, `..` and double slashes resolved; `undefined` if relative. */
export function expandFolder(entry: string): string | undefined {
  if (/\p{Cc}/u.test(entry)) return undefined;
  if (/^\*+[\\/]*$/.test(entry)) return entry.length <= MAX_LENGTH ? entry : undefined;
  const path = inHomeFolder(entry) ?? entry;
  if (path.length > MAX_LENGTH || !isAbsolute(path)) return undefined;
  return path.startsWith("/") && Deno.build.os !== "windows" ? resolvePath(path) : path;
}

/** Returns the patterns of an entry: the path as written, and the target of its links. */
export function patternsOf(entry: string): string[] {
  const pattern = expandFolder(entry);
  if (pattern === undefined) return [];
  const folder = pattern.replace(/[\\/]?[^\\/]*\*.*$/, ""); // only the part before a `*` can be a link
  return [...new Set([pattern, realPath(folder) + pattern.slice(folder.length)])];
}

/** Returns true if an entry of a list of folders can be used. */
export function isFolder(entry: unknown): boolean {
  return typeof entry === "string" && expandFolder(entry) !== undefined;
}
