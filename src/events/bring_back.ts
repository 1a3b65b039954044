import type { AssembledContext } from "../store/context/fit_items.ts";
import { type ContextWindow, contextWindow, inject } from "../store/injections.ts";
import type { Store } from "../store/store.ts";
import type { HookContext } from "./context.ts";

/** What brings something back, and for whom. */
export interface Occasion {
  /** `prompt`, `file`, `failure`, `compaction`. */
  readonly hook: string;
  /** `null` for the main agent. */
  readonly agentId: string | null;
}

/**
 * The text of what was assembled for an agent, written down as shown: once per context window. `undefined` where there
 * is nothing to show, where that cannot be written down, or where it took too long.
 */
export function bringBack(
  { hook, agentId }: Occasion,
  assemble: (store: Store, window: ContextWindow) => Pick<AssembledContext, "text" | "tokenCount" | "items">,
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
