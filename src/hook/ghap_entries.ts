// Keeps the file `state/ghap`, by which pre-tool-use knows the open predictions without the database.
import { writeGhapIndex } from "../machine/ghap_index.ts";
import type { Paths } from "../machine/paths.ts";
import { findGhap } from "../store/ghap.ts";
import type { Store } from "../store/store.ts";

const MAX_OPEN = 200; // the most entries in the index. Agents with older open entries get no check-ins

/** Rewrites the index in a transaction, so that the later of two processes writes the newer state. */
export function refreshGhapIndex(store: Store, paths: Paths): void {
  store.transaction(() => {
    const entries = findGhap(store, { status: "active", limit: MAX_OPEN }).map(
      ({ id, session_id: sessionId, agent_id: agentId, updated_at, created_at }) => (
        { id, sessionId, agentId, since: updated_at ?? created_at }
      ),
    );
    writeGhapIndex(paths, entries);
  });
}
