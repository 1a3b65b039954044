import {
  CODE_TABLE,
  forgetCodeFiles,
  forgetPartitions,
  MOVABLE_TABLES,
  moveRows,
  reindexProject,
  removeRows,
} from "../../store/projects.ts";
import type { Store } from "../../store/store.ts";
import { inPortions } from "../rest.ts";

/** Rows of the largest texts, with their words in the index, in a few milliseconds: hooks go on meanwhile. */
const ROWS_AT_ONCE = 50;

/**
 * Gives everything of one project to another. Whoever kills it can run it again. Of code nothing is kept: its paths
 * mean files of the other folder, and `mneme index` reads the new one.
 */
export async function moveProject(store: Store, from: string, into: string): Promise<void> {
  await removeCode(store, from);
  reindexProject(store, from);
  for (const table of MOVABLE_TABLES) {
    await inPortions(() => moveRows(store, table, { from, into, limit: ROWS_AT_ONCE }));
  }
  reindexProject(store, from); // what was indexed meanwhile, before its session had moved
}

/** Removes all that is left of a project once its sessions' details are gone. Whoever kills it can run it again. */
export async function removeProject(store: Store, project: string): Promise<void> {
  await removeCode(store, project);
  for (const table of MOVABLE_TABLES) {
    await inPortions(() => removeRows(store, table, { project, limit: ROWS_AT_ONCE }));
  }
  forgetPartitions(store, project);
}

async function removeCode(store: Store, project: string): Promise<void> {
  await inPortions(() => removeRows(store, CODE_TABLE, { project, limit: ROWS_AT_ONCE }));
  forgetCodeFiles(store, project);
}
