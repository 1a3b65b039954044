import { checkInText } from "../core/ghap/texts.ts";
import { activeGhap } from "../store/ghap_rows.ts";
import { noteCaller } from "../store/tool_callers.ts";
import type { Reply } from "../wire/reply.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import type { HookContext } from "./context.ts";

/**
 * Reminds of the open entry after so many calls, or, where nobody counts, tells the server who is about to call it. Comes
 * only when one of them is due.
 */
export async function onToolAhead(
  event: ToolUseEvent,
  count: number | undefined,
  context: HookContext,
): Promise<Reply | undefined> {
  const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
  const { toolUseId } = event;
  if (count === undefined) {
    if (toolUseId !== undefined) {
      context.withStore((store) => noteCaller(store, toolUseId, owner, context.now), undefined);
    }
    return undefined;
  }
  const entry = context.withStore((store) => activeGhap(store, owner), undefined);
  if (entry === undefined) { // resolved by somebody whom no hook saw
    await (await context.services()).refreshGhapIndex();
    return undefined;
  }
  const isFirst = context.record([], {
    name: "ghap.checkin",
    subject: toolUseId ?? null,
    data: { ghap: `g${entry.id}`, count },
  });
  return isFirst ? { context: { event: "PreToolUse", text: checkInText(entry, count) } } : undefined;
}
