import type { CommonFields } from "../wire/common.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";

/** Notes that a helper started. */
export function onSubagentStart(event: CommonFields, context: HookContext): Reply | undefined {
  return noteHelper("subagent_start", event, context);
}

/** Notes that a helper ended. A compaction fires this event too, without an agent type: nobody ended. */
export function onSubagentStop(event: CommonFields, context: HookContext): Reply | undefined {
  return event.agentType === undefined ? undefined : noteHelper("subagent_stop", event, context);
}

function noteHelper(name: string, event: CommonFields, context: HookContext): undefined {
  context.record([], {
    name,
    subject: event.agentId ?? null,
    data: { agent_id: event.agentId, agent_type: event.agentType },
  });
}
