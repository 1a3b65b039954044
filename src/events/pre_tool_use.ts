import { isOwnTool } from "../core/capture_rules.ts";
import { checkInText } from "../core/ghap/texts.ts";
import { activeGhap } from "../store/ghap_rows.ts";
import { noteCaller } from "../store/tool_callers.ts";
import type { Reply } from "../wire/reply.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import type { HookContext } from "./context.ts";

/** Reminds of the open entry, or tells the server who is about to call it. Comes only when one of them is due. */
export async function onToolAhead(event: ToolUseEvent, context: HookContext): Promise<Reply | undefined> {
  const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
  const { toolUseId } = event;
  if (isOwnTool(event.toolName)) {
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
  const { frequency } = context.settings.hooks.ghap_checkin;
  // Calls at the same time have gone on counting.
  const count =
    Math.max(1, Math.floor(await (await context.services()).callsSinceUpdate(event.agentId) / frequency)) *
    frequency;
  const isFirst = context.record([], {
    name: "ghap.checkin",
    subject: toolUseId ?? null,
    data: { ghap: `g${entry.id}`, count },
  });
  return isFirst ? { context: { event: "PreToolUse", text: checkInText(entry, count) } } : undefined;
}
