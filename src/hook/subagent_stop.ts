import type { HookContext, HookDefinition } from "./context.ts";
import { checkScratchpad, owedScratchpads } from "./scratchpads.ts";
import { recordSubagent } from "./subagent_start.ts";
import { type CommonFields, decodeCommon } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";

export const SUBAGENT_STOP: HookDefinition<CommonFields> = {
  name: "subagent-stop",
  decode: decodeCommon,
  isIdle: ({ agentType }) => agentType === undefined, // a compaction also fires this event, though no subagent has ended
  handle: onSubagentStop,
};

/** Records that a subagent ended, and sends it back if it owes a scratchpad. */
export function onSubagentStop(event: CommonFields, context: HookContext): Reply | undefined {
  if (event.agentType === undefined) return undefined;
  recordSubagent("subagent_stop", event, context);
  const files = owedScratchpads(context);
  return files === undefined ? undefined : checkScratchpad(event.agentType, event, { files, context });
}
