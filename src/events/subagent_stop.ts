import type { CommonFields } from "../wire/common.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";
import { noteHelper } from "./note_helper.ts";

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
