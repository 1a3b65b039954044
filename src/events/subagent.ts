import type { CommonFields } from "../wire/common.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";

/** Notes that a helper started, and tells it what scratchpad it owes. A second install tells it nothing again. */
export async function onSubagentStart(event: CommonFields, context: HookContext): Promise<Reply | undefined> {
  const isFirst = noteHelper("subagent_start", event, context);
  if (!isFirst || event.agentType === undefined) return undefined;
  const files = await context.scratchpads();
  if (files === undefined) return undefined;
  const { tellProtocol } = await import("./scratchpad_protocol.ts");
  return tellProtocol(event.agentType, files, context);
}

/**
 * Notes that a helper ended, and sends it back for the scratchpad that it owes. A compaction fires this event too,
 * without an agent type: nobody ended.
 */
export async function onSubagentStop(event: CommonFields, context: HookContext): Promise<Reply | undefined> {
  if (event.agentType === undefined) return undefined;
  noteHelper("subagent_stop", event, context);
  const files = await context.scratchpads();
  if (files === undefined) return undefined;
  const { checkScratchpad } = await import("./scratchpad_check.ts");
  return checkScratchpad(event.agentType, event, { files, context });
}

/** False when a second install has reported the same. */
function noteHelper(name: string, event: CommonFields, context: HookContext): boolean {
  return context.record([], {
    name,
    subject: event.agentId ?? null,
    data: { agent_id: event.agentId, agent_type: event.agentType },
  });
}
