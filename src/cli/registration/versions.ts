// The versions in the installer's folder: `current`, `previous`, and the switch between them.
import { hash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { orUndefined } from "../../base/or_undefined.ts";
import { UserError } from "../../base/user_error.ts";
import { entryAt, isFile, isFolder, replaceFile, retryWhileInUse } from "../../machine/files.ts";
import { attempt } from "../frame/attempt.ts";
import { isThere, namesIn, realPath } from "../frame/is_there.ts";
import { CURRENT, mnemeIn, nameHooks, ownFolder } from "./own_folder.ts";

const PREVIOUS = "previous";

type PlacedVersions = Readonly<ReturnType<typeof versionsIn>>;

export type Versions = PlacedVersions & { readonly current: string };

/** Returns `undefined` if this mneme is not in the installer's folder. */
export function findVersions(): Versions | undefined {
  const root = dirname(ownFolder());
  const { current, previous } = versionsIn(root);
  const isOurs = dirname(dirname(realPath(Deno.execPath()))) === realPath(root);
  return current !== undefined && isOurs ? { root, current, previous } : undefined;
}

export function versionsIn(root: string) {
  return { root, current: linkedName(join(root, CURRENT)), previous: linkedName(join(root, PREVIOUS)) };
}

/** Throws a `UserError` "Cannot <what>" if there are no versions. */
export function requireVersions(what: string): Versions {
  const versions = findVersions();
  if (versions !== undefined) return versions;
  throw new UserError(`Cannot ${what}: ${ownFolder()} was not put there by the installer`, {
    hint: "put it where that works with `mneme install --self`",
  });
}

/** A program that is started meanwhile is of the old or the new version. */
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
      // A junction needs no administrator, but cannot be replaced.
      Deno.symlinkSync(join(root, name), staged, { type: "junction" });
      if (linkedName(path) !== undefined) Deno.removeSync(path);
    } else Deno.symlinkSync(name, staged);
    replaceFile(staged, path);
  });
}

function linkedName(link: string): string | undefined {
  const name = basename(orUndefined(() => Deno.readLinkSync(link)) ?? "");
  return name !== "" && isFolder(join(dirname(link), name)) ? name : undefined;
}

/** An older folder for a new version is that of a killed run. */
const ABANDONED_MS = 86_400_000;

/** On the same disk. Removes those of killed runs, which take half a GB each. */
export function makeWorkFolder(root: string): string {
  for (const name of namesIn(root).filter((name) => name.startsWith(".new."))) {
    const madeAt = entryAt(join(root, name))?.mtime?.getTime() ?? Date.now();
    if (Date.now() - madeAt < ABANDONED_MS) continue;
    orUndefined(() => Deno.removeSync(join(root, name), { recursive: true })); // may be in use, or another user's
  }
  return Deno.makeTempDirSync({ dir: root, prefix: ".new." });
}

export type UnpackedVersion = Readonly<Record<"folder" | "version", string>>;

/** On Windows a virus scanner locks new folders for up to 8 s. */
const SCANNED_MS = 4_096;

/** Never over another version, which may run: a different one gets another name. Returns the name. */
export function placeVersion({ folder, version }: UnpackedVersion, root: string): string {
  const digest = programDigest(folder);
  const names = [version, `${version}.${digest.slice(0, 8)}`];
  for (const name of names) {
    const place = join(root, name);
    const isNew = !isThere(place);
    if (!isNew && programDigest(place) !== digest) continue;
    if (isNew) retryWhileInUse(() => Deno.renameSync(folder, place), SCANNED_MS);
    else nameHooks(place);
    return name;
  }
  const places = names.map((name) => join(root, name)).join(" and ");
  throw new UserError(`Cannot upgrade: ${places} are there and differ`, {
    hint: "remove the one that is not in use",
  });
}

function programDigest(folder: string): string {
  return isFile(mnemeIn(folder)) ? hash("sha256", Deno.readFileSync(mnemeIn(folder))) : "";
}
