// The hook pre-compact, which runs before the client compacts the model's context.
import type { HookDefinition } from "./context.ts";
import { decodePreCompact, type PreCompactEvent } from "../wire/events.ts";

export const PRE_COMPACT: HookDefinition<PreCompactEvent> = {
  name: "pre-compact",
  decode: decodePreCompact,
  /** Records a compaction: the model's context no longer has the items that were injected earlier. */
  handle: ({ trigger, promptId }, context) => {
    context.record({ name: "hook.pre_compact", subject: `${trigger} ${promptId ?? ""}`, data: { trigger } });
    return undefined;
  },
};
