import { estimateTokens } from "../base/token_estimate.ts";
import type { ScorePart } from "../search/search_types.ts";
import { type ContextWindow, contextWindow, inject } from "../store/injections.ts";
import type { Store } from "../store/store.ts";
import type { HookContext } from "./context.ts";

/** The reason for which a hook shows something, and the agent that sees it. */
interface Occasion {
  /** `prompt`, `file`, `failure`, `compaction`, `start`, `premortem`. */
  readonly hook: string;
  /** `null` for the main agent. */
  readonly agentId: string | null;
}

interface Shown {
  /** `undefined` where there is nothing to show. */
  readonly text: string | undefined;
  readonly tokenCount: number;
  readonly items: readonly {
    readonly id: string;
    readonly tokens: number;
    readonly why: readonly ScorePart[];
  }[];
}

/**
 * The text that was assembled for an agent, written down as shown: once per context window. `undefined` where there
 * is nothing to show, where that cannot be written down, or where it took too long.
 */
export function bringBack(
  { hook, agentId }: Occasion,
  assemble: (store: Store, window: ContextWindow) => Shown,
  context: HookContext,
): string | undefined {
  const { session, at } = context;
  return context.withStore((store) => {
    const window = contextWindow(store, { sessionId: session.sessionId, agentId });
    if (window === undefined) return undefined; // its record is still in the spool
    const { text, tokenCount, items } = assemble(store, window);
    if (text === undefined || context.isLate()) return undefined;
    const injections = items.map(({ id, tokens, why }) => ({ item: id, tokens, why }));
    const batch = { session, window, hook, tokenCount, items: injections, at };
    return inject(store, batch) ? text : undefined;
  }, undefined);
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Keeps in mind the items that are told, so that nothing else in this context window tells them again; returns the ids
 * of all that stood in it before.
 */
export function noteShown(
  { hook, agentId, items }: Occasion & { items: readonly { readonly id: string; readonly text: string }[] },
  context: HookContext,
): ReadonlySet<string> {
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
