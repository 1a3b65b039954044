import type { GhapOwner } from "./ghap_rows.ts";
import type { Store } from "./store.ts";

/** Whether a premortem is due now: true once per cycle, also where two processes ask at the same time. */
export function claimPremortem(store: Store, owner: GhapOwner, at: string): boolean {
  const [session, agent] = [owner.sessionId, owner.agentId ?? ""];
  // A look first: most failures come later in the cycle, and a write would wait for its lock.
  const sql = "select 1 from ghap_premortems where session_id = ? and agent_id = ?";
  if (store.first(sql, session, agent) !== undefined) return false;
  return store.run(
    "insert into ghap_premortems (session_id, agent_id, shown_at) values (?, ?, ?) on conflict do nothing",
    session,
    agent,
    at,
  ) > 0;
}
