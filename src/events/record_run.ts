import type { ToolCaptured } from "../core/writes.ts";
import { applyCapture } from "../store/apply_capture.ts";
import { hasOpenEntry } from "../store/open_entry.ts";
import type { Reply } from "../wire/reply.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import type { CapturedOutcome } from "./capture_outcome.ts";
import type { HookContext } from "./context.ts";
import type { WeighedRun } from "./ghap_outcome.ts";

/** Keeps a test run or a build, and tells the model what it does to the open prediction; mostly nothing. */
export async function recordRun(
  event: ToolUseEvent,
  { capture, run }: { readonly capture: ToolCaptured; readonly run: CapturedOutcome },
  context: HookContext,
): Promise<Reply | undefined> {
  if (!concernsAnyone(run, event, context)) {
    context.record([capture], { name: "post_tool_use", subject: null }, applyCapture);
    return undefined;
  }
  const { answerRun, applyOutcome, recordsOf, weighRun } = await import("./ghap_outcome.ts");
  const { outcome, output: errorText } = run;
  const ended = { outcome, agentId: event.agentId ?? null, toolUseId: event.toolUseId ?? null, errorText };
  const weighed = await weighRun(ended, context);
  const records = weighed === undefined ? [] : recordsOf(weighed, context);
  const isNew = context.record(
    [capture, ...records],
    { name: "post_tool_use", subject: null },
    (store, write) => (write.kind === "tool-captured" ? applyCapture : applyOutcome)(store, write),
  );
  if (!isNew || weighed === undefined || context.isLate()) return undefined;
  const answer = await answerRun(weighed, context);
  const text = outcome.result === "fail" ? await withRecall(answer, weighed, context) : answer;
  if (text === undefined) return undefined;
  return { context: { event: event.result?.kind === "error" ? "PostToolUseFailure" : "PostToolUse", text } };
}

/** What passed is of interest to who has an entry open, and what is unknown to nobody: nothing else is loaded for them. */
function concernsAnyone({ outcome }: CapturedOutcome, event: ToolUseEvent, context: HookContext): boolean {
  if (outcome.result !== "pass") return outcome.result === "fail";
  const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
  return context.withStore((store) => hasOpenEntry(store, owner), false);
}

async function withRecall(
  answer: string | undefined,
  run: WeighedRun,
  context: HookContext,
): Promise<string | undefined> {
  const { on_failure, token_budget } = context.settings.hooks.recall;
  if (!on_failure || token_budget === 0) return answer;
  const { addRecall } = await import("./recall_by_failure.ts");
  return addRecall(answer, run, context);
}
