// The versions in the installer's folder, and the switch of `current` between them.
import { hash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { orUndefined } from "../../base/or_undefined.ts";
import { UserError } from "../../base/user_error.ts";
import { entryAt, isFile, isFolder, replaceFile, retryWhileInUse } from "../../machine/files.ts";
import { attempt } from "../frame/attempt.ts";
import { isThere, namesIn } from "../frame/is_there.ts";
import { CURRENT, mnemeIn, nameHooks } from "./own_folder.ts";

/** Switches to the version in folder `name`. A program that is started meanwhile is of the old or the new version. */
export function switchTo(root: string, name: string): void {
  const path = join(root, CURRENT);
  if (linkedName(path) === name) return;
  const staged = join(root, `.${CURRENT}.${Deno.pid}`);
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

/** The age above which a folder for a new version is that of a killed run. */
const ABANDONED_MS = 86_400_000;

/** Makes a folder on the same disk. Removes those of killed runs, which take half a GB each. */
export function makeWorkFolder(root: string): string {
  for (const name of namesIn(root).filter((name) => name.startsWith(".new."))) {
    const madeAt = entryAt(join(root, name))?.mtime?.getTime() ?? Date.now();
    if (Date.now() - madeAt < ABANDONED_MS) continue;
    orUndefined(() => Deno.removeSync(join(root, name), { recursive: true })); // may be in use, or another user's
  }
  return Deno.makeTempDirSync({ dir: root, prefix: ".new." });
}

type UnpackedVersion = Readonly<Record<"folder" | "version", string>>;

/** The last and longest wait in milliseconds: on Windows a virus scanner locks new folders for up to 8 s. */
const SCANNED_MS = 4_096;

/** Moves a version to its place, never over another, which may run. Returns its name, which may be new. */
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
  throw new UserError(`Cannot install: ${places} are there and differ`, {
    hint: "remove the one that is not in use",
  });
}

function programDigest(folder: string): string {
  return isFile(mnemeIn(folder)) ? hash("sha256", Deno.readFileSync(mnemeIn(folder))) : "";
}
