import { configCacheFile } from "./hook_config.ts";
import type { Paths } from "./paths.ts";
import { areSameStamps, stampSources } from "./source_stamps.ts";

/**
 * Whether what was compiled for the folder stands: made for this project, from the files as they are now. Total: what
 * cannot be read was not compiled.
 */
export function isCompiled(paths: Paths, folder: string, project: string): boolean {
  try {
    const found = JSON.parse(Deno.readTextFileSync(configCacheFile(paths, folder)));
    return found.version === 1 && (found.folder ?? found.project) === folder && found.project === project &&
      areSameStamps(stampSources(paths, project), found.sources);
  } catch {
    return false;
  }
}
