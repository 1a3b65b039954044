import { isStale } from "../../host/config_cache.ts";
import type { Paths } from "../../host/paths.ts";
import { allCaches, compileConfig, refreshUserCache } from "./compile.ts";

/** Compiles again what a changed file made stale, in every project that has a cache: hooks read caches alone. */
export function refreshAllCaches(paths: Paths): void {
  refreshUserCache(paths);
  for (const cached of allCaches(paths)) {
    if (isStale(cached, paths, cached.project)) compileConfig(paths, cached.project, cached.folder);
  }
}
