// Copies mneme to where the install scripts put it: `install --self`, or from an npm package.
import { dirname, join } from "node:path";
import { VERSION } from "../../base/version.ts";
import { ensurePrivateFolder } from "../../machine/files.ts";
import { homeFolder } from "../../machine/paths.ts";
import { attempt } from "../frame/attempt.ts";
import { isThere } from "../frame/is_there.ts";
import { makeWorkFolder, placeVersion, switchTo } from "../registration/versions.ts";
import {
  commandLink,
  CURRENT,
  hooksIn,
  mnemeIn,
  nameHooks,
  versionsRoot,
} from "../registration/own_folder.ts";

/** Copies mneme, switches to the copy, and returns the folder to register. */
export function settle(folder: string): string {
  const root = versionsRoot();
  const current = join(root, CURRENT);
  attempt(`put mneme into ${root}`, "free some space (it takes half a GB) or make it writable", () => {
    ensurePrivateFolder(root);
    const work = makeWorkFolder(root);
    try {
      const copy = join(work, VERSION);
      copyFiles(folder, copy);
      nameHooks(copy);
      switchTo(root, placeVersion({ folder: copy, version: VERSION }, root));
    } finally {
      Deno.removeSync(work, { recursive: true });
    }
  });
  linkCommand(mnemeIn(current));
  return current;
}

/** Leaves out the hooks, which are names of one program: copies would take 1.2 GB. */
function copyFiles(from: string, to: string): void {
  const left = [...hooksIn(from), join(from, "package.json")];
  Deno.mkdirSync(to);
  for (const { name, isFile } of Deno.readDirSync(from)) {
    const path = join(from, name);
    if (isFile && !left.includes(path)) Deno.copyFileSync(path, join(to, name));
  }
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
