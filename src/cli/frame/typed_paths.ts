// Looks at files and folders, and reads the paths that people type.
import { orUndefined } from "../../base/or_undefined.ts";
import { below, parentFolder, withoutDots } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { entriesOf, entryAt, unlessAbsent } from "../../machine/files.ts";
import { homeFolder, isAbsolute, systemPath, withoutTrailingSlash } from "../../machine/paths.ts";
import { attempt } from "./attempt.ts";
import { plainText } from "./plain_text.ts";

/** Returns true for a broken link, too; false if the path cannot be inspected. */
export const isThere = (path: string): boolean => entryAt(path) !== undefined;

export function requireFolderOf(path: string): void {
  const [folder, what] = [parentFolder(path) || "/", `write ${plainText(path)}`];
  const isFolder = () => unlessAbsent(() => Deno.statSync(folder).isDirectory);
  if (attempt(what, "give another place", isFolder)) return;
  throw new UserError(`Cannot ${what}: there is no folder ${plainText(folder)}`, {
    hint: "make it first, or give another place",
  });
}

export function requireAbsent(path: string): void {
  if (!isThere(path)) return;
  throw new UserError(`Cannot write ${plainText(path)}: it is there already`, { hint: "give another name" });
}

export const namesIn = (folder: string): string[] => entriesOf(folder).map(({ name }) => name).sort();

/** Returns the path without links; the path itself if it cannot be followed. */
export const realPath = (path: string): string => orUndefined(() => Deno.realPathSync(path)) ?? path;

export function isHomeOrRoot(folder: string): boolean {
  const [real, home] = [realPath(folder), homeFolder()];
  return real === resolvePath(`${real}/..`) || (home !== undefined && real === realPath(home));
}

/** Makes `~/…` a path in the home folder; `undefined` for another path, or without a home folder. */
export function inHomeFolder(path: string): string | undefined {
  const home = homeFolder();
  if (!/^~[\\/]/.test(path) || home === undefined || !isAbsolute(home)) return undefined;
  return below(withoutTrailingSlash(home), path.slice(2));
}

/** Makes a typed path absolute, also one with `~/`. On Windows, `\x` gets no drive. `node:path` loads slowly. */
export function resolvePath(typed: string, system = Deno.build.os): string {
  const path = typed.replace(/^ -/, "-"); // a `Command` has put the blank before it
  const slash = system === "windows" ? "\\" : "/";
  const isWhole = path.startsWith(slash) || (system === "windows" && isAbsolute(path)); // else `C:/x` is a usual name
  const whole = systemPath(inHomeFolder(path) ?? (isWhole ? path : `${Deno.cwd()}/${path}`), system);
  const root = /^(?:\/|[A-Z]:\\|\\+)/.exec(whole)?.[0] ?? "";
  return root + withoutDots(whole.slice(root.length).split(slash)).join(slash);
}
