import { withSlashes } from "../../core/slashes.ts";
import type { Paths } from "../../host/paths.ts";
import { codeFile } from "../../store/code_units.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "../process/workload.ts";
import { IndexRun } from "./index_run.ts";
import { mayIndex } from "./refusal.ts";
import { findSourceFile } from "./source_files.ts";

/**
 * Brings these files of a project, given by absolute paths, up to date in its index, as long as the workload allows;
 * returns how many were read or forgotten. Files of other places, ignored ones and those of a project whose code may not
 * be kept are left alone. The search index learns of it by its queue.
 */
export async function indexFiles(
  place: { readonly store: Store; readonly paths: Paths; readonly workload: Workload },
  project: string,
  files: readonly string[],
): Promise<number> {
  const permission = mayIndex(place.paths, project);
  if (permission.refusal !== undefined) return 0;
  const { store, workload } = place;
  const run = new IndexRun({ store, project, privacy: permission.privacy, workload });
  for (const path of new Set(files.flatMap((file) => pathInside(project, file)))) {
    if (workload.isOver) break;
    const known = codeFile(store, project, path);
    const found = findSourceFile(project, path);
    if (found !== undefined) await run.take(found, known);
    else if (known !== undefined) await run.remove([path]);
  }
  await run.flush();
  return run.changed + run.removed;
}

/** Nothing for what lies elsewhere. */
function pathInside(project: string, file: string): string[] {
  const root = `${withSlashes(project).replace(/\/+$/, "")}/`;
  const path = withSlashes(file).slice(root.length);
  const isInside = withSlashes(file).startsWith(root) &&
    !path.split("/").some((part) => /^\.{0,2}$/.test(part));
  return isInside ? [path] : [];
}
