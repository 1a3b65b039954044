import { type RuleBlock, ruleBlock, SHORTEST_TOKENS } from "../core/standing_rules.ts";
import { standingRules } from "../store/standing_rules.ts";
import type { HookContext } from "./context.ts";
import { noteShown } from "./note_shown.ts";

/**
 * The rules that a session is told at its start, of so many; kept in mind, so that no prompt of this context window
 * brings them back again. `undefined` where there is no room for any.
 */
export function tellRules(count: number, context: HookContext): RuleBlock | undefined {
  const { session, settings } = context;
  const tokenBudget = settings.hooks.session_start.token_budget;
  const limit = Math.ceil(tokenBudget / SHORTEST_TOKENS); // more of them would not fit
  const rules = context.withStore((store) => standingRules(store, session.project, limit), undefined);
  if (rules === undefined) return undefined;
  const block = ruleBlock(rules, { count, tokenBudget, command: context.mnemeCommand() });
  if (block !== undefined) noteShown({ hook: "start", agentId: null, items: block.told }, context);
  return block;
}
