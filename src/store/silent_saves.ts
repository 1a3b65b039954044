import type { Store } from "./store.ts";
import { IS_UNTOLD, type SaveReader, TOLD_A_SCRIPT, UNTOLD_SAVES, untoldValues } from "./waiting_at_start.ts";

/** More would make no line that anybody reads; the others wait for the next one. */
const TOLD_AT_ONCE = 50;

/**
 * Memories that were saved silently in this project and not mentioned yet; from now on they are. A script that starts
 * every hour must not take the word from everybody: what it was told a person is told, too.
 */
export function tellSilentSaves(store: Store, reader: SaveReader, at: string): number[] {
  const rows = store.all<{ memory_id: number }>(
    `select memory_id ${UNTOLD_SAVES} order by memory_id limit ?`,
    ...untoldValues(reader),
    TOLD_AT_ONCE,
  );
  if (rows.length > 0) {
    store.run(
      `update silent_saves set told_at = ? where project = ? and ${IS_UNTOLD} and memory_id <= ?`,
      reader.isUnattended ? TOLD_A_SCRIPT : at,
      ...untoldValues(reader),
      rows.at(-1)?.memory_id ?? 0,
    );
  }
  return rows.map((row) => row.memory_id);
}
