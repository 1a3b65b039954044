import { pendingCaptures } from "../store/captures.ts";
import type { Reply } from "../wire/reply.ts";
import type { StopEvent } from "../wire/session.ts";
import type { HookContext } from "./context.ts";

/** Notes the end of a turn, and how many captures of the session wait to be processed. */
export function onStop(event: StopEvent, context: HookContext): Reply | undefined {
  const pending = context.withStore((store) => pendingCaptures(store, context.session.sessionId), 0);
  context.record([], {
    name: "stop",
    subject: event.promptId ?? null,
    data: { pending_observations: pending },
  });
  return undefined;
}
