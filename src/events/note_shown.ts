import { estimateTokens } from "../core/context/token_estimate.ts";
import { contextWindow, inject } from "../store/injections.ts";
import type { HookContext } from "./context.ts";

/** Items that a hook tells by itself, and to whom. */
export interface ToldItems {
  /** `start`, `premortem`. */
  readonly hook: string;
  readonly agentId: string | null;
  readonly items: readonly { readonly id: string; readonly text: string }[];
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Keeps in mind what is told, so that nothing else in this context window tells it again; returns the ids of all that
 * stood in it before.
 */
export function noteShown({ hook, agentId, items }: ToldItems, context: HookContext): ReadonlySet<string> {
  const { session, at } = context;
  return context.withStore((store) => {
    const window = contextWindow(store, { sessionId: session.sessionId, agentId });
    if (window === undefined) return NOTHING;
    const told = items.filter(({ id }) => !window.shown.has(id));
    if (told.length === 0) return window.shown;
    const injections = told.map(({ id, text }) => ({ item: id, tokens: estimateTokens(text), why: [] }));
    const tokenCount = injections.reduce((sum, { tokens }) => sum + tokens, 0);
    inject(store, { session, window, hook, tokenCount, items: injections, at });
    return window.shown;
  }, NOTHING);
}
