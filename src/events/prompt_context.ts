import { assembleContext } from "../store/context/assemble_context.ts";
import { promptRequest } from "../store/context/prompt_request.ts";
import { bringBack } from "./bring_back.ts";
import type { HookContext } from "./context.ts";

/** What fits a prompt of all that is kept; nothing where nothing does. */
export function promptContext(prompt: string, context: HookContext): string | undefined {
  const { user_prompt_submit } = context.settings.hooks;
  const request = promptRequest(user_prompt_submit, context.session.project, context.now);
  return bringBack(
    { hook: "prompt", agentId: null },
    (store, window) => assembleContext(store, { ...request, texts: [prompt], window }),
    context,
  );
}
