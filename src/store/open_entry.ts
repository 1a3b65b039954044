import type { GhapOwner } from "./ghap_rows.ts";
import type { Store } from "./store.ts";

/** Whether the agent has an open entry: most have none, and then nothing else about entries is loaded. */
export function hasOpenEntry(store: Store, { sessionId, agentId }: GhapOwner): boolean {
  const sql = "select 1 from ghap where session_id = ? and status = 'active' and agent_id is ? limit 1";
  return store.first(sql, sessionId, agentId) !== undefined;
}
