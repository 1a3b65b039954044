import { HOOKS } from "../../base/hook_names.ts";
import { infoOf, removeQuietly, renameAgain } from "../../machine/files.ts";
import { attempt } from "../attempt.ts";
import { executablePath, mnemeIn } from "./own_folder.ts";

/**
 * Gives the program in the folder the names of the hooks that are missing there: a zip archive and a package of npm know
 * no links, and hold it once. Without a program there is nothing to name.
 */
export function nameHooks(folder: string): void {
  const program = mnemeIn(folder);
  if (infoOf(program)?.isFile !== true) return;
  for (const { name } of HOOKS) {
    const path = executablePath(folder, name);
    if (infoOf(path) !== undefined) continue;
    attempt(`make ${path}`, `free some space or make ${folder} writable`, () => {
      const staged = `${path}.${Deno.pid}.new`;
      removeQuietly(staged); // a killed one left it
      linkOrCopy(program, staged);
      renameAgain(() => Deno.renameSync(staged, path));
    });
  }
}

function linkOrCopy(file: string, name: string): void {
  try {
    Deno.linkSync(file, name);
  } catch {
    Deno.copyFileSync(file, name); // the file system knows no links
  }
}
