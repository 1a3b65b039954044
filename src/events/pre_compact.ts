import type { Reply } from "../wire/reply.ts";
import type { PreCompactEvent } from "../wire/session.ts";
import type { HookContext } from "./context.ts";

/** Marks the compaction: what was injected before it is gone from the model's context. */
export function onPreCompact(event: PreCompactEvent, context: HookContext): Reply | undefined {
  context.record([], {
    name: "pre_compact",
    subject: `${event.trigger} ${event.promptId ?? ""}`,
    data: { trigger: event.trigger },
  });
  return undefined;
}
