import type { HookContext, HookDefinition } from "./context.ts";
import { decodePreCompact, type PreCompactEvent } from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

export const PRE_COMPACT: HookDefinition<PreCompactEvent> = {
  name: "pre-compact",
  decode: decodePreCompact,
  handle: onPreCompact,
};

/** Records a compaction: the model's context no longer has the items that were injected earlier. */
function onPreCompact(event: PreCompactEvent, context: HookContext): Reply | undefined {
  context.record([], {
    name: "hook.pre_compact",
    subject: `${event.trigger} ${event.promptId ?? ""}`,
    data: { trigger: event.trigger },
  });
  return undefined;
}
