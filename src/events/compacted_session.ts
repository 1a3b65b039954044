import { fitItems } from "../store/context/fit_items.ts";
import { sessionKnowledge } from "../store/context/session_knowledge.ts";
import { bringBack } from "./bring_back.ts";
import type { HookContext } from "./context.ts";

const LIMIT = 12;

/** What this session knew before its context was compacted, in so many units; none where it knew nothing of its own. */
export function knownBeforeCompaction(maxUnits: number, context: HookContext): string[] {
  const { token_budget } = context.settings.hooks.session_start;
  const intro = "What this session knew before its context was compacted:";
  const room = { tokenBudget: token_budget, maxUnits, limit: LIMIT, floor: 0, now: context.now, intro };
  const text = bringBack(
    { hook: "compaction", agentId: null },
    (store, window) => fitItems(store, sessionKnowledge(store, window), room),
    context,
  );
  return text === undefined ? [] : [text];
}
