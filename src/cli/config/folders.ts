// Reads the entries of a setting that lists folders.
import { isAbsolute } from "../../machine/paths.ts";
import { inHomeFolder, realPath, resolvePath } from "../frame/is_there.ts";

/** Follows the word "expected" in messages. */
export const FOLDERS_ALLOWED = 'whole paths, paths that begin with ~/, or "*" for everything';

const MAX_LENGTH = 1000;

/** Resolves `~/`, and in Unix paths `.`, `..` and `//`; returns `undefined` if the entry is not allowed. */
export function expandFolder(entry: string): string | undefined {
  if (/\p{Cc}/u.test(entry)) return undefined;
  if (/^\*+[\\/]*$/.test(entry)) return entry.length <= MAX_LENGTH ? entry : undefined;
  const path = inHomeFolder(entry) ?? entry;
  if (path.length > MAX_LENGTH || !isAbsolute(path)) return undefined;
  return path.startsWith("/") && Deno.build.os !== "windows" ? resolvePath(path) : path;
}

/** Returns the expanded path and the target of its links, if any; an empty list if it is not allowed. */
export function patternsOf(entry: string): string[] {
  const pattern = expandFolder(entry);
  if (pattern === undefined) return [];
  const folder = pattern.replace(/[\\/]?[^\\/]*\*.*$/, ""); // only what precedes a `*` can be a link
  return [...new Set([pattern, realPath(folder) + pattern.slice(folder.length)])];
}

export function isFolder(entry: unknown): boolean {
  return typeof entry === "string" && expandFolder(entry) !== undefined;
}
