// The titles that fit a prompt. Loaded only if the context window lacks some.
import { promptLines } from "../store/prompt_lines.ts";
import type { ContextWindow } from "../store/tellings.ts";
import type { HookContext } from "./context.ts";
import { showAndRecord } from "./shown.ts";

/** Leaves out the titles that the context window (`known`) was told. */
export function recallTitles(
  prompt: string,
  known: ContextWindow | undefined,
  context: HookContext,
): string | undefined {
  const { project } = context.session;
  return showAndRecord("prompt", (store) => {
    const { items, ...told } = promptLines(store, prompt, { project, known, now: context.now });
    return { ...told, lines: items.map(({ id }) => id), items: [] };
  }, context);
}
