import { COMPANIONS, RELEVANCE_FLOOR } from "../../core/search/relevance_floor.ts";
import type { HookSettings } from "../../core/settings.ts";
import type { ContextRequest } from "./assemble_context.ts";
import { CONTEXT_KINDS } from "./item_details.ts";

/** Of a light context for a prompt: the few best, and no code. */
const LIGHT_LIMIT = 3;
const LIGHT_TOKENS = 300;

/** What the settings let a prompt have. */
export function promptRequest(
  settings: HookSettings["user_prompt_submit"],
  project: string,
  now: Date,
): Omit<ContextRequest, "texts"> {
  const { context_depth, token_budget, limit, relevance_floor, include_code } = settings;
  const isLight = context_depth === "light";
  const hasCode = include_code && !isLight;
  return {
    project,
    now,
    kinds: hasCode ? CONTEXT_KINDS : CONTEXT_KINDS.filter((kind) => kind !== "code"),
    tokenBudget: isLight ? Math.min(LIGHT_TOKENS, token_budget) : token_budget,
    limit: context_depth === "none" ? 0 : isLight ? Math.min(LIGHT_LIMIT, limit) : limit,
    ...(relevance_floor === "auto"
      ? { floor: RELEVANCE_FLOOR, companions: COMPANIONS }
      : { floor: relevance_floor }),
  };
}
