import { readEnvironment } from "../host/environment.ts";
import { configCacheFile } from "../host/hook_config.ts";
import { isFile } from "../host/is_file.ts";
import { launchFolder } from "../host/launch_folder.ts";
import type { Paths } from "../host/paths.ts";
import { removeSpecial } from "../host/special.ts";

/**
 * Takes away a pipe or a device in the place of a compiled configuration, which is the first thing that a hook reads.
 * Never throws: what cannot be taken away is as bad as it was.
 */
export function clearWay(paths: Paths, cwd: string | undefined): void {
  try {
    const folder = launchFolder(readEnvironment("CLAUDE_PROJECT_DIR"), cwd);
    const own = configCacheFile(paths, folder);
    if (isFile(own)) return;
    removeSpecial(own);
    removeSpecial(configCacheFile(paths, paths.root)); // what is read where the folder has none
  } catch {
    // The next look at it says what is wrong.
  }
}
