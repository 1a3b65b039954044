import { parentFolder } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { entriesOf, entryAt, infoOf, isFolder } from "../../machine/files.ts";
import { isAbsolute } from "../../machine/paths.ts";
import { RESERVED } from "./attempt.ts";
import { plainText } from "./plain_text.ts";

/** Tells whether anything has this name, a broken link too; what cannot be looked at is not there. */
export function isThere(path: string): boolean {
  return entryAt(path) !== undefined;
}

/** Tells whether the path lies in /proc, /dev or /sys, to which the runtime lets no executable. */
export function isReserved(path: string): boolean {
  try {
    Deno.lstatSync(path);
  } catch (error) {
    return error instanceof Deno.errors.NotCapable;
  }
  return false;
}

/** Throws a `UserError` where a file that a person named has no folder: of a misspelt one, none is made. */
export function requireFolderOf(path: string): void {
  const folder = parentFolder(path) || "/";
  if (isFolder(folder)) return;
  const [why, hint] = isReserved(folder)
    ? [RESERVED, "give another place"]
    : [`there is no folder ${plainText(folder)}`, "make it first, or give another place"];
  throw new UserError(`Cannot write ${plainText(path)}: ${why}`, { hint });
}

/** The bytes of a file; 0 where there is none. */
export function sizeOf(path: string): number {
  return infoOf(path)?.size ?? 0;
}

/** The names in a folder, sorted; none where it cannot be listed. */
export function namesIn(folder: string): string[] {
  return entriesOf(folder).map(({ name }) => name).sort();
}

/** The path without links; itself where it leads nowhere. */
export function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

/**
 * The absolute path, without `.`, `..` and doubled slashes, that a person in the current folder means. Node's own would
 * cost every command 27 ms.
 */
export function resolvePath(path: string): string {
  const whole = isAbsolute(path) ? path : `${Deno.cwd()}/${path}`;
  const slash = Deno.build.os === "windows" ? "\\" : "/";
  const root = slash === "/" ? "/" : /^(?:[A-Za-z]:)?[\\/]+/.exec(whole)?.[0] ?? "";
  const parts: string[] = [];
  for (const part of whole.slice(root.length).split(slash === "/" ? "/" : /[\\/]/)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return root + parts.join(slash);
}
