import type { CommonFields } from "../wire/common.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";
import { noteHelper } from "./note_helper.ts";

/** Notes that a helper started, and tells it what scratchpad it owes. A second install tells it nothing again. */
export async function onSubagentStart(event: CommonFields, context: HookContext): Promise<Reply | undefined> {
  const isFirst = noteHelper("subagent_start", event, context);
  if (!isFirst || event.agentType === undefined) return undefined;
  const files = await context.scratchpads();
  if (files === undefined) return undefined;
  const { tellProtocol } = await import("./scratchpad_protocol.ts");
  return tellProtocol(event.agentType, files, context);
}
