import { writeGhapIndex } from "../host/ghap_index.ts";
import type { Paths } from "../host/paths.ts";
import { everyActiveGhap } from "../store/ghap_rows.ts";
import type { Store } from "../store/store.ts";

/** More open entries than anybody follows. */
const MAX_OPEN = 200;

/**
 * Brings what the silent paths know of open entries up to date. In a transaction, so that of two processes the later
 * one writes what is true.
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
