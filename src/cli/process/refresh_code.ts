import type { Paths } from "../../host/paths.ts";
import type { Store } from "../../store/store.ts";
import { touchedCodeFiles } from "../../store/touched_files.ts";
import type { Workload } from "./workload.ts";

/** A run after each session sees them again and again; a look at one that has not changed is cheap. */
const RECENT_MS = 2 * 86_400_000;
const MAX_FILES = 1000;

/** Brings the index of code up to date with what sessions have written of late; returns how many files had changed. */
export async function refreshCode(
  store: Store,
  paths: Paths,
  { now, workload }: { readonly now: Date; readonly workload: Workload },
): Promise<number> {
  const touched = touchedCodeFiles(store, new Date(now.getTime() - RECENT_MS).toISOString(), MAX_FILES);
  if (touched.length === 0) return 0;
  const { indexFiles } = await import("../index/index_files.ts"); // the parser is large
  let changed = 0;
  for (const [project, files] of Map.groupBy(touched, (one) => one.project)) {
    if (workload.isOver) break;
    changed += await indexFiles({ store, paths, workload }, project, files.map(({ file }) => file));
  }
  return changed;
}
