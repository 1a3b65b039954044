import type { GhapOwner } from "./ghap.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The time that a note is kept, longer than any call takes; the next note removes older ones. */
const KEPT_MS = 86_400_000;

/** Notes which agent is about to call a tool of mneme: the MCP server learns the call's id only. */
export function noteCaller(store: Store, toolUseId: string, owner: GhapOwner, now: Date): void {
  store.transaction(() => {
    store.run(sql`
      delete from tool_callers where created_at < ${new Date(now.getTime() - KEPT_MS).toISOString()}`);
    store.run(sql`
      insert or replace into tool_callers (tool_use_id, session_id, agent_id, created_at)
      values (${toolUseId}, ${owner.sessionId}, ${owner.agentId}, ${now.toISOString()})`);
  });
}

/** Returns the agent that makes this call; `undefined` where no hook has noted it. */
export function callerOf(store: Store, toolUseId: string): GhapOwner | undefined {
  return store.first<{ sessionId: string; agentId: string | null }>(sql`
    select session_id as sessionId, agent_id as agentId from tool_callers where tool_use_id = ${toolUseId}`);
}
