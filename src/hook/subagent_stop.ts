import type { HookContext, HookDefinition } from "./context.ts";
import { checkScratchpad, owedScratchpads } from "./scratchpads.ts";
import { noteHelper } from "./subagent_start.ts";
import { type CommonFields, decodeCommon } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";

export const SUBAGENT_STOP: HookDefinition<CommonFields> = {
  name: "subagent-stop",
  decode: decodeCommon,
  isIdle: ({ agentType }) => agentType === undefined, // a compaction fires this event, too: nobody ended
  handle: onSubagentStop,
};

/** Notes that a helper ended, and sends it back for the scratchpad that it owes. */
export function onSubagentStop(event: CommonFields, context: HookContext): Reply | undefined {
  if (event.agentType === undefined) return undefined;
  noteHelper("subagent_stop", event, context);
  const files = owedScratchpads(context);
  return files === undefined ? undefined : checkScratchpad(event.agentType, event, { files, context });
}
