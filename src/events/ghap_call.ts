import { parseGhapId } from "../core/ghap/ghap_id.ts";
import { bindGhap } from "../store/ghap.ts";
import { ownResultId } from "../wire/own_result.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import type { HookContext } from "./context.ts";

/**
 * After a call of the GHAP tools: gives the entry to the session and the agent that made the call, which the server
 * had to guess, and brings what the silent paths know up to date.
 */
export async function onGhapCall(event: ToolUseEvent, context: HookContext): Promise<void> {
  const row = parseGhapId(ownResultId(event.result) ?? "");
  const name = event.toolName.slice(event.toolName.lastIndexOf("__") + 2);
  if (row !== undefined && (name === "start_ghap" || name === "adopt_ghap")) {
    const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
    context.withStore((store) => bindGhap(store, row, owner, context.at), undefined);
  }
  await (await context.services()).refreshGhapIndex();
}
