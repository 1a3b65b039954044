import { basename, dirname, join } from "node:path";
import { UserError } from "../../base/user_error.ts";
import { attempt } from "../frame/attempt.ts";
import { replaceFile } from "../../machine/files.ts";
import { realPath } from "../frame/is_there.ts";
import { CURRENT, ownFolder } from "../registration/own_folder.ts";

const PREVIOUS = "previous";

/** The installer's folder: one folder for each version, and links to the present and the former one. */
interface PlacedVersions {
  readonly root: string;
  /** The folder in use; `undefined` before the first. */
  readonly current: string | undefined;
  /** The folder that was in use before; `undefined` if there was none, or it is gone. */
  readonly previous: string | undefined;
}

/** The same, with a version in use. */
export interface Versions extends PlacedVersions {
  readonly current: string;
}

/** Returns the versions beside this mneme; `undefined` if no installer put it there. */
export function findVersions(): Versions | undefined {
  const self = Deno.execPath();
  const root = dirname(ownFolder(self));
  const { current, previous } = versionsIn(root);
  if (current === undefined || dirname(dirname(realPath(self))) !== realPath(root)) return undefined;
  return { root, current, previous };
}

/** Returns the versions in a folder, of which none may be in use yet. */
export function versionsIn(root: string): PlacedVersions {
  return { root, current: linkedName(join(root, CURRENT)), previous: linkedName(join(root, PREVIOUS)) };
}

/** Returns the same; throws a `UserError` about `what`, such as "upgrade", if there are none. */
export function requireVersions(what: string): Versions {
  const versions = findVersions();
  if (versions !== undefined) return versions;
  throw new UserError(`Cannot ${what}: ${ownFolder()} was not put there by the installer`, {
    hint: "put it where that works with `mneme install --self`",
  });
}

/** Switches to the version in folder `name`. A program that starts meanwhile finds the old one or the new one. */
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
      // A junction needs no administrator rights, but cannot be replaced while it exists.
      Deno.symlinkSync(join(root, name), staged, { type: "junction" });
      if (linkedName(path) !== undefined) Deno.removeSync(path);
    } else Deno.symlinkSync(name, staged);
    replaceFile(staged, path);
  });
}

/** Returns the name of the sibling folder that a link leads to. */
function linkedName(link: string): string | undefined {
  try {
    const name = basename(Deno.readLinkSync(link));
    return Deno.statSync(join(dirname(link), name)).isDirectory ? name : undefined;
  } catch {
    return undefined;
  }
}
