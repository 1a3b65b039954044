import { dirname, join } from "node:path";
import { UserError } from "../../base/user_error.ts";
import { VERSION } from "../../base/version.ts";
import { ensurePrivateFolder } from "../../machine/files.ts";
import { homeFolder, homeVariable, isAbsolute } from "../../machine/paths.ts";
import { attempt } from "../frame/attempt.ts";
import { isThere, realPath } from "../frame/is_there.ts";
import { makeWorkFolder, placeVersion, switchTo } from "../registration/versions.ts";
import { commandLink, CURRENT, hooksIn, mnemeIn, nameHooks } from "../registration/own_folder.ts";

/** Returns true if the folder is in an npm package. npm may delete it, so hooks are never registered there. */
export function isPackageFolder(folder: string): boolean {
  return /[\\/]node_modules[\\/]/.test(realPath(folder));
}

/** Copies mneme to the folder of the install scripts, switches to it, and returns the folder to register. */
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

/** Returns the folder in which the install scripts put versions. */
export function versionsRoot(): string {
  const variable = Deno.env.get(Deno.build.os === "windows" ? "LOCALAPPDATA" : "XDG_DATA_HOME") ?? "";
  if (isAbsolute(variable)) return join(variable, "mneme");
  const home = homeFolder();
  if (home !== undefined) return join(home, ".local", "share", "mneme");
  throw new UserError("Cannot install: no home folder is known", {
    hint: `set ${homeVariable()} to your home folder`,
  });
}

/** Copies all files except the hooks: these are names of one program, and copies of it would take 1.2 GB. */
function copyFiles(from: string, to: string): void {
  const left = [...hooksIn(from), join(from, "package.json")];
  Deno.mkdirSync(to);
  for (const { name, isFile } of Deno.readDirSync(from)) {
    const path = join(from, name);
    if (isFile && !left.includes(path)) Deno.copyFileSync(path, join(to, name));
  }
}

/** Puts a link to `mneme` on the PATH, but none to the hooks: names such as `stop` do not belong there. */
function linkCommand(program: string): void {
  // Windows has no such folder, nor has a user without a home; `install` prints how to extend the PATH
  if (Deno.build.os === "windows" || homeFolder() === undefined) return;
  const link = commandLink();
  if (isThere(link)) return; // `install` reports if this is another program
  attempt(`link ${link}`, `make ${dirname(link)} writable`, () => {
    Deno.mkdirSync(dirname(link), { recursive: true });
    Deno.symlinkSync(program, link);
  });
}
