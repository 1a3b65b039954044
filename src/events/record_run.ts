import type { ToolCaptured } from "../core/writes.ts";
import { applyCapture } from "../store/apply_capture.ts";
import { hasOpenEntry } from "../store/open_entry.ts";
import type { Reply } from "../wire/reply.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import type { CapturedOutcome } from "./capture_outcome.ts";
import type { HookContext } from "./context.ts";

/** A capture, and the run that it is of. */
export interface CapturedRun {
  readonly capture: ToolCaptured;
  readonly run: CapturedOutcome;
}

/** Keeps a test run or a build, and tells the model what it does to the open prediction; mostly nothing. */
export async function recordRun(
  event: ToolUseEvent,
  captured: CapturedRun,
  context: HookContext,
): Promise<Reply | undefined> {
  if (!concernsAnyone(captured.run, event, context)) {
    context.record([captured.capture], { name: "post_tool_use", subject: null }, applyCapture);
    return undefined;
  }
  const { recordWeighed } = await import("./record_weighed.ts");
  return recordWeighed(event, captured, context);
}

/** What passed is of interest to who has an entry open, and what is unknown to nobody: nothing else is loaded for them. */
function concernsAnyone({ outcome }: CapturedOutcome, event: ToolUseEvent, context: HookContext): boolean {
  if (outcome.result !== "pass") return outcome.result === "fail";
  const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
  return context.withStore((store) => hasOpenEntry(store, owner), false);
}
