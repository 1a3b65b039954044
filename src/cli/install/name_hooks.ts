import { HOOKS } from "../../base/hook_names.ts";
import { infoOf, nameAlso } from "../../machine/files.ts";
import { attempt } from "../attempt.ts";
import { executablePath, mnemeIn } from "./own_folder.ts";

/** The paths of the hooks in a folder of executables. */
export function hooksIn(folder: string): string[] {
  return HOOKS.map(({ name }) => executablePath(folder, name));
}

/**
 * Gives the program in the folder the names of the hooks that are missing there: a zip archive and a package of npm know
 * no links, and hold it once. Without a program there is nothing to name.
 */
export function nameHooks(folder: string): void {
  const program = mnemeIn(folder);
  if (infoOf(program)?.isFile !== true) return;
  const missing = hooksIn(folder).filter((path) => infoOf(path) === undefined);
  attempt(`name the hooks in ${folder}`, "free some space or make the folder writable", () => {
    nameAlso(program, missing);
  });
}
