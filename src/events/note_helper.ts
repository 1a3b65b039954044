import type { CommonFields } from "../wire/common.ts";
import type { HookContext } from "./context.ts";

/** Keeps that a helper began or ended; false when a second install has reported the same. */
export function noteHelper(name: string, event: CommonFields, context: HookContext): boolean {
  return context.record([], {
    name,
    subject: event.agentId ?? null,
    data: { agent_id: event.agentId, agent_type: event.agentType },
  });
}
