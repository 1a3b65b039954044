import { promptLines } from "../store/prompt_lines.ts";
import type { Known } from "../store/tellings.ts";
import type { HookContext } from "./context.ts";
import { bringBack } from "./shown.ts";

/** Tells the titles that answer a prompt best, of those that its context window was not told. */
export function recallTitles(
  prompt: string,
  known: Known | undefined,
  context: HookContext,
): string | undefined {
  const { project } = context.session;
  return bringBack({ hook: "prompt", agentId: null }, (store) => {
    const { items, ...told } = promptLines(store, prompt, { project, known, now: context.now });
    return { ...told, lines: items.map(({ id }) => id), items: [] };
  }, context);
}
