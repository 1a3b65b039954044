import { basename, dirname, join } from "node:path";
import { UserError } from "../../base/user_error.ts";
import { attempt } from "../frame/attempt.ts";
import { replaceFile } from "../../machine/files.ts";
import { realPath } from "../frame/is_there.ts";
import { CURRENT, ownFolder } from "../registration/own_folder.ts";

const PREVIOUS = "previous";

/** Describes where the installer puts versions: a folder for each, and links to the one in use and to the one before. */
interface PlacedVersions {
  readonly root: string;
  /** Name of the folder in use; `undefined` before the first is. */
  readonly current: string | undefined;
  /** Name of the folder that was in use before; `undefined` where there was none, or it is gone. */
  readonly previous: string | undefined;
}

/** The same, where one is in use. */
export interface Versions extends PlacedVersions {
  readonly current: string;
}

/** The versions of which this mneme is one; `undefined` where no installer put it there. */
export function findVersions(): Versions | undefined {
  const self = Deno.execPath();
  const root = dirname(ownFolder(self));
  const { current, previous } = versionsIn(root);
  if (current === undefined || dirname(dirname(realPath(self))) !== realPath(root)) return undefined;
  return { root, current, previous };
}

/** The versions in the folder, of which none may be in use yet. */
export function versionsIn(root: string): PlacedVersions {
  return { root, current: linkedName(join(root, CURRENT)), previous: linkedName(join(root, PREVIOUS)) };
}

/** The same; a `UserError` about `what`, such as "upgrade", where there are none. */
export function requireVersions(what: string): Versions {
  const versions = findVersions();
  if (versions !== undefined) return versions;
  throw new UserError(`Cannot ${what}: ${ownFolder()} was not put there by the installer`, {
    hint: "put it where that works with `mneme install --self`",
  });
}

/** Switches to the version in the folder `name`. Who starts an executable meanwhile finds the old one or the new one. */
export function switchTo(versions: PlacedVersions, name: string): void {
  if (name === versions.current) return;
  if (versions.current !== undefined) replaceLink(versions.root, PREVIOUS, versions.current);
  replaceLink(versions.root, CURRENT, name);
}

function replaceLink(root: string, link: string, name: string): void {
  const path = join(root, link);
  const staged = join(root, `.${link}.${Deno.pid}`);
  attempt(`switch ${path} to ${name}`, `make ${root} writable`, () => {
    if (Deno.build.os === "windows") {
      // A junction needs no rights of an administrator, and cannot be replaced while it is there.
      Deno.symlinkSync(join(root, name), staged, { type: "junction" });
      if (linkedName(path) !== undefined) Deno.removeSync(path);
    } else Deno.symlinkSync(name, staged);
    replaceFile(staged, path);
  });
}

/** The name of the folder beside it that a link leads to. */
function linkedName(link: string): string | undefined {
  try {
    const name = basename(Deno.readLinkSync(link));
    return Deno.statSync(join(dirname(link), name)).isDirectory ? name : undefined;
  } catch {
    return undefined;
  }
}
