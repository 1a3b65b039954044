import type { Store } from "./store.ts";
import { UNTOLD_SAVES } from "./waiting_at_start.ts";

/** More would make no line that anybody reads; the others wait for the next one. */
const TOLD_AT_ONCE = 50;

/** Memories that were saved silently in this project and not mentioned yet; from now on they are. */
export function tellSilentSaves(store: Store, project: string, at: string): number[] {
  const rows = store.all<{ memory_id: number }>(
    `select memory_id ${UNTOLD_SAVES} order by memory_id limit ?`,
    project,
    TOLD_AT_ONCE,
  );
  if (rows.length > 0) {
    store.run(
      "update silent_saves set told_at = ? where project = ? and told_at is null and memory_id <= ?",
      at,
      project,
      rows.at(-1)?.memory_id ?? 0,
    );
  }
  return rows.map((row) => row.memory_id);
}
