import type { PrivacySettings } from "../../core/settings.ts";
import { codeFiles, countCodeUnits } from "../../store/code_units.ts";
import type { Store } from "../../store/store.ts";
import { indexSearch } from "../process/index_search.ts";
import { Workload } from "../process/workload.ts";
import { ProgressBar } from "../progress_bar.ts";
import { IndexRun } from "./index_run.ts";
import { findSourceFiles } from "./source_files.ts";

/** What became of a project's files. */
export interface IndexReport {
  /** Source files that the project has now, and units in them. */
  readonly files: number;
  readonly units: number;
  /** Read anew, as they are new or have changed. */
  readonly changed: number;
  readonly removed: number;
  /** Files that could not be read or parsed. */
  readonly failed: number;
}

/** What to index and how. */
export interface IndexOptions {
  readonly project: string;
  readonly privacy: PrivacySettings;
  /** Whether files that have not changed are read, too: after an update of mneme. */
  readonly isFresh: boolean;
}

/**
 * Brings the index of a project up to date: what is new or has changed is read, what is gone is forgotten. Whoever kills
 * it, the next run goes on where it was.
 */
export async function indexProject(store: Store, options: IndexOptions): Promise<IndexReport> {
  const { project, privacy, isFresh } = options;
  const workload = new Workload(store, { maxMs: Infinity });
  const run = new IndexRun({ store, project, privacy, workload });
  const known = codeFiles(store, project);
  const { files, unread } = findSourceFiles(project);
  using bar = new ProgressBar("Indexing", files.reduce((sum, { size }) => sum + size, 0));
  let done = 0;
  for (const file of files) {
    await run.take(file, isFresh ? undefined : known.get(file.path));
    known.delete(file.path);
    bar.update(done += file.size);
  }
  await run.flush();
  const gone = [...known.keys()].filter((path) => !unread.some((folder) => path.startsWith(folder)));
  await run.remove(gone);
  await indexSearch(store, workload);
  const { changed, removed, failed } = run;
  return { files: files.length, units: countCodeUnits(store, project), changed, removed, failed };
}
