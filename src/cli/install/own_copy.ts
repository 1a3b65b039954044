// Copies mneme to where the install scripts put it, for `install --self` or from an npm package. Each version
// has a folder there, and the link `current` leads to the one in use.
import { hash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { orUndefined } from "../../base/or_undefined.ts";
import { UserError } from "../../base/user_error.ts";
import { DOCUMENTS, VERSION } from "../../base/version.ts";
import {
  ensurePrivateFolder,
  isFile,
  isFolder,
  replaceFile,
  retryWhileInUse,
  unlessAbsent,
} from "../../machine/files.ts";
import { homeFolder } from "../../machine/paths.ts";
import { attempt } from "../frame/attempt.ts";
import { isThere } from "../frame/typed_paths.ts";
import { commandLink, CURRENT, mnemeIn, nameHooks, versionsRoot } from "../registration/own_folder.ts";

/** Copies mneme, switches to the copy, and returns the folder to register. */
export function installCopy(folder: string): string {
  const root = versionsRoot();
  const current = join(root, CURRENT);
  attempt(`put mneme into ${root}`, "free some space (it takes 130 MB) or make it writable", () => {
    ensurePrivateFolder(root);
    const copy = join(root, ".new");
    const remove = () => unlessAbsent(() => Deno.removeSync(copy, { recursive: true }));
    remove(); // what a killed run has left
    try {
      copyFiles(folder, copy);
      nameHooks(copy);
      switchTo(root, placeVersion(copy, root));
    } finally {
      remove();
    }
  });
  linkCommand(mnemeIn(current));
  return join(versionsRoot(), CURRENT); // the real path, now that the folder is there
}

/** Copies the program and its documents alone: around them may be the user's downloads. `nameHooks` then links the hooks. */
function copyFiles(from: string, to: string): void {
  Deno.mkdirSync(to);
  for (const name of [basename(mnemeIn(from)), ...DOCUMENTS]) {
    if (isFile(join(from, name))) Deno.copyFileSync(join(from, name), join(to, name));
  }
}

/** The last and longest wait in milliseconds: on Windows a virus scanner locks new folders for up to 8 s. */
const SCANNED_MS = 4_096;

/** Moves the copy to its folder, never over another program, which may run. Returns the folder's name. */
function placeVersion(copy: string, root: string): string {
  const digest = programDigest(copy);
  const names = [VERSION, `${VERSION}.${digest.slice(0, 8)}`];
  for (const name of names) {
    const place = join(root, name);
    const isNew = !isThere(place);
    if (!isNew && programDigest(place) !== digest) continue;
    if (isNew) retryWhileInUse(() => Deno.renameSync(copy, place), SCANNED_MS);
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

/** Switches to the version in folder `name`. A start meanwhile is of the old or new version; on Windows it may fail. */
function switchTo(root: string, name: string): void {
  const path = join(root, CURRENT);
  if (linkedName(path) === name) return;
  const staged = join(root, `.${CURRENT}.${Deno.pid}`);
  if (Deno.build.os === "windows") {
    // A junction needs no administrator, but cannot be replaced.
    Deno.symlinkSync(join(root, name), staged, { type: "junction" });
    if (linkedName(path) !== undefined) Deno.removeSync(path);
  } else Deno.symlinkSync(name, staged);
  replaceFile(staged, path);
}

/** Returns the name of the folder to which a link leads; `undefined` without a link, or if that folder is gone. */
function linkedName(link: string): string | undefined {
  const name = basename(orUndefined(() => Deno.readLinkSync(link)) ?? "");
  return name !== "" && isFolder(join(dirname(link), name)) ? name : undefined;
}

function linkCommand(program: string): void {
  // `install` prints how to extend the PATH instead
  if (Deno.build.os === "windows" || homeFolder() === undefined) return;
  const link = commandLink();
  if (isThere(link)) return; // `install` reports another program
  attempt(`link ${link}`, `make ${dirname(link)} writable`, () => {
    Deno.mkdirSync(dirname(link), { recursive: true });
    Deno.symlinkSync(program, link);
  });
}
