import { isStale } from "../../host/config_cache.ts";
import { configCacheFile } from "../../host/hook_config.ts";
import type { Paths } from "../../host/paths.ts";
import { allCaches, compileConfig, refreshUserCache } from "./compile.ts";

/** Compiles again what a changed file made stale, in every project that has a cache: hooks read caches alone. */
export function refreshAllCaches(paths: Paths): void {
  refreshUserCache(paths);
  for (const cached of allCaches(paths)) {
    if (isStale(cached, paths, cached.project)) compileConfig(paths, cached.project, cached.folder);
  }
}

/** Removes what is compiled for the folders of a project, which names them; a session there works without. */
export function removeCaches(paths: Paths, project: string): void {
  for (const cached of allCaches(paths)) {
    if (cached.project === project) Deno.removeSync(configCacheFile(paths, cached.folder));
  }
}
