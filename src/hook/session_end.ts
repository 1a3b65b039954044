// The hook session-end: closes the session, and starts `mneme process` detached.
import type { HookContext, HookDefinition } from "./context.ts";
import { startSibling } from "../machine/mneme_command.ts";
import { decodeSessionEnd, type SessionEndEvent } from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

export const SESSION_END: HookDefinition<SessionEndEvent> = {
  name: "session-end",
  decode: decodeSessionEnd,
  handle: onSessionEnd,
};

export function onSessionEnd(event: SessionEndEvent, context: HookContext): Reply | undefined {
  const { session, at } = context;
  const { reason, transcriptPath } = event;
  const isFirst = context.record(
    { name: "hook.session_end", subject: reason, data: { reason } },
    [{ kind: "session-ended", session, at, reason }],
  );
  if (isFirst) {
    context.withStore((store) => store.checkpoint(context.settings.hooks.session_end.checkpoint));
    const { hooks, triage } = context.settings;
    const isOff = !hooks.stop.enabled || (triage.unattended === "off" && context.isUnattended());
    // The last stop may not have triaged the end of the transcript.
    const unread = isOff || transcriptPath === undefined ? [] : ["--transcript", transcriptPath];
    const args = ["process", "--session", session.sessionId, ...unread];
    context.startLater(() => startSibling(context.paths, args));
  }
  return { acknowledge: true };
}
