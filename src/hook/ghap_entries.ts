import { writeGhapIndex } from "../machine/ghap_index.ts";
import type { Paths } from "../machine/paths.ts";
import { everyActiveGhap } from "../store/ghap.ts";
import type { Store } from "../store/store.ts";

/** More open entries than anybody follows. */
const MAX_OPEN = 200;

/**
 * Writes the index of open entries anew from the database. In a transaction, so that of two processes the later one
 * writes what is true.
 */
export function refreshGhapIndex(store: Store, paths: Paths): void {
  store.transaction(() => {
    const entries = everyActiveGhap(store, MAX_OPEN).map((entry) => ({
      id: entry.id,
      sessionId: entry.session_id,
      agentId: entry.agent_id,
      since: entry.updated_at ?? entry.created_at,
    }));
    writeGhapIndex(paths, entries);
  });
}
