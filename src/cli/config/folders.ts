// Reads the entries of a setting that lists folders.
import { below } from "../../base/slashes.ts";
import { entriesOf } from "../../machine/files.ts";
import { homeFolder, isAbsolute } from "../../machine/paths.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { inHomeFolder, realPath, resolvePath } from "../frame/typed_paths.ts";

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

/** Returns the expanded path, where its links lead, and where links lead whose names fit the first part with a `*`. */
export function patternsOf(entry: string): string[] {
  const pattern = expandFolder(entry);
  if (pattern === undefined) return [];
  const folder = pattern.replace(/[\\/]?[^\\/]*\*.*$/, ""); // above the first name with a `*`
  const [starred = "", above = ""] = /^([^*]*[\\/])[^*]*\*[^\\/]*/.exec(pattern) ?? [];
  const links = entriesOf(above).flatMap(({ name, isSymlink }) => isSymlink ? `${above}${name}` : [])
    .filter((link) => isExcludedProject(link, [starred]));
  const targets = links.map((link) => realPath(link) + pattern.slice(starred.length));
  return [...new Set([pattern, realPath(folder) + pattern.slice(folder.length), ...targets])];
}

/** Returns an entry for a folder. In the home folder, it begins with `~/`, so it holds even if that is renamed. */
export function entryOf(folder: string): string {
  const home = below(realPath(homeFolder() ?? "/"), "");
  const entry = `~/${folder.slice(home.length)}`;
  // A `*` in a folder's name stands for itself only in a whole path.
  return patternsOf(entry).includes(folder) && !folder.includes("*") ? entry : folder;
}

export const isFolder = (entry: unknown) => typeof entry === "string" && expandFolder(entry) !== undefined;
