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

/** Keeps in mind what was told, so that nothing else in this context window tells it again. */
export function noteShown({ hook, agentId, items }: ToldItems, context: HookContext): void {
  const { session, at } = context;
  context.withStore((store) => {
    const window = contextWindow(store, { sessionId: session.sessionId, agentId });
    const told = window === undefined ? [] : items.filter(({ id }) => !window.shown.has(id));
    if (window === undefined || told.length === 0) return;
    const injections = told.map(({ id, text }) => ({ item: id, tokens: estimateTokens(text), why: [] }));
    const tokenCount = injections.reduce((sum, { tokens }) => sum + tokens, 0);
    inject(store, { session, window, hook, tokenCount, items: injections, at });
  }, undefined);
}
