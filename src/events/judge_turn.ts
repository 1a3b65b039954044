import { judgeBySaid } from "../store/context/judge_injections.ts";
import type { HookContext } from "./context.ts";

/** Notes what of all that was brought back the last message makes use of. */
export function judgeTurn(lastAssistantMessage: string, context: HookContext): void {
  const { sessionId } = context.session;
  const at = context.at;
  context.withStore((store) => judgeBySaid(store, sessionId, lastAssistantMessage, at), 0);
}
