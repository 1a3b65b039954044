import { dirname, join } from "node:path";
import { requirePaths } from "../data_folder.ts";
import { CURRENT } from "../install/own_folder.ts";
import { knownSettings } from "../install/known_settings.ts";
import { realPath } from "../is_there.ts";
import { start } from "./unpack_version.ts";
import type { Versions } from "./versions.ts";

/** What became of one settings file. */
export interface Registration {
  readonly file: string;
  /** `undefined`: it is as the version in use wants it. */
  readonly problem: string | undefined;
}

/**
 * Lets the version now in use register itself in each settings file that starts executables of any version: it alone
 * knows its hooks. The files then name `current`, and need no change at the next switch.
 */
export function registerAgain({ root }: Versions): Registration[] {
  const current = join(root, CURRENT);
  const program = join(current, Deno.build.os === "windows" ? "mneme.exe" : "mneme");
  return knownSettings(requirePaths())
    .filter(({ folders }) => folders.some((folder) => isVersionOf(root, folder)))
    .map(({ path, isUsers }) => {
      const scope = isUsers ? [] : ["--settings", path];
      const { complaint } = start(program, ["install", "--bin", current, ...scope]);
      return { file: path, problem: complaint };
    });
}

function isVersionOf(root: string, folder: string): boolean {
  return dirname(folder) === root || dirname(realPath(folder)) === realPath(root);
}
