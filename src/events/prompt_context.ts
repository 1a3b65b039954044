import { promptRequest } from "../store/context/prompt_request.ts";
import { assembleContext } from "../store/context/assemble_context.ts";
import { contextWindow, inject } from "../store/injections.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";

/**
 * What fits a prompt of all that is kept, once per context window; nothing where nothing does, where it cannot be
 * written down that it was shown, or where it took too long.
 */
export function promptContext(prompt: string, context: HookContext): Reply | undefined {
  const { session, now } = context;
  const settings = context.settings.hooks.user_prompt_submit;
  const text = context.withStore((store) => {
    const window = contextWindow(store, { sessionId: session.sessionId, agentId: null });
    if (window === undefined) return undefined;
    const request = { ...promptRequest(settings, session.project, now), text: prompt, window };
    const { text, tokenCount, items } = assembleContext(store, request);
    if (text === undefined || context.isLate()) return undefined;
    const injections = items.map(({ id, tokens, why }) => ({ item: id, tokens, why }));
    const batch = { session, window, hook: "prompt", tokenCount, items: injections, at: now.toISOString() };
    return inject(store, batch) ? text : undefined;
  }, undefined);
  return text === undefined ? undefined : { context: { event: "UserPromptSubmit", text } };
}
