import { estimateTokens } from "../base/token_estimate.ts";
import type { ScorePart } from "../search/search_types.ts";
import {
  type ContextWindow,
  contextWindow,
  inject,
  type TellingHook,
  writeTelling,
} from "../store/tellings.ts";
import type { StartContext } from "../store/start_context.ts";
import type { Store } from "../store/store.ts";
import type { HookContext } from "./context.ts";

/** The reason for which a hook shows something, and the agent that sees it. */
interface Occasion {
  readonly hook: TellingHook;
  /** `null` for the main agent. */
  readonly agentId: string | null;
}

interface Shown {
  /** `undefined` where there is nothing to show. */
  readonly text: string | undefined;
  readonly tokenCount: number;
  /** Items that the text tells in full: none of them is told again in this context window. */
  readonly items: readonly {
    readonly id: string;
    readonly tokens: number;
    readonly why: readonly ScorePart[];
  }[];
  /** Ids of items that the text tells by their titles alone. */
  readonly lines?: readonly string[];
}

/**
 * Assembles a text for an agent and records it as told. Items told in full are shown once per context window.
 * Returns `undefined` where there is nothing to show, nothing can be recorded, or the deadline has passed.
 */
export function bringBack(
  { hook, agentId }: Occasion,
  assemble: (store: Store, window: ContextWindow) => Shown,
  context: HookContext,
): string | undefined {
  const { session, at } = context;
  return context.withStore((store) => {
    const window = contextWindow(store, { sessionId: session.sessionId, agentId });
    if (window === undefined) return undefined; // the session's record is still in the spool
    const { text, tokenCount, lines = [], ...told } = assemble(store, window);
    const items = told.items.filter(({ id }) => !window.shown.has(id));
    if (text === undefined || context.isLate()) return undefined;
    return store.transaction(() => {
      if (items.length > 0 && !inject(store, { window, hook, items, at })) return undefined;
      const ids = [...told.items.map(({ id }) => id), ...lines];
      writeTelling(store, { session, window, hook, tokenCount, items: ids, lines, text, at });
      return text;
    });
  }, undefined);
}

/** Lists the items that a session or a helper is told at its start: rules in full, contents by title. */
export function toldAtStart(start: StartContext | undefined): Shown {
  if (start === undefined) return { text: undefined, tokenCount: 0, items: [] };
  const { text, tokenCount, rules, contents } = start;
  const items = (rules?.told ?? []).map((rule) => ({
    id: rule.id,
    tokens: estimateTokens(rule.text),
    why: [],
  }));
  return { text, tokenCount, items, lines: contents?.told ?? [] };
}
