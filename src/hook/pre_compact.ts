import type { HookContext, HookDefinition } from "./context.ts";
import { decodePreCompact, type PreCompactEvent } from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

export const PRE_COMPACT: HookDefinition<PreCompactEvent> = {
  name: "pre-compact",
  decode: decodePreCompact,
  handle: onPreCompact,
};

/** Records the compaction: items injected before it are gone from the model's context. */
export function onPreCompact(event: PreCompactEvent, context: HookContext): Reply | undefined {
  context.record([], {
    name: "pre_compact",
    subject: `${event.trigger} ${event.promptId ?? ""}`,
    data: { trigger: event.trigger },
  });
  return undefined;
}
