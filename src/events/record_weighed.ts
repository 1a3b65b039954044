import { applyCapture } from "../store/apply_capture.ts";
import type { Reply } from "../wire/reply.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import type { HookContext } from "./context.ts";
import { answerRun, applyOutcome, recordsOf, type WeighedRun, weighRun } from "./ghap_outcome.ts";
import type { CapturedRun } from "./record_run.ts";

/** Keeps a run that failed, or whose agent has an entry open, and says what it does to the prediction. */
export async function recordWeighed(
  event: ToolUseEvent,
  { capture, run }: CapturedRun,
  context: HookContext,
): Promise<Reply | undefined> {
  const { outcome, output: errorText } = run;
  const ended = { outcome, agentId: event.agentId ?? null, toolUseId: event.toolUseId ?? null, errorText };
  const weighed = await weighRun(ended, context);
  const records = weighed === undefined ? [] : recordsOf(weighed, context);
  const isNew = context.record(
    [capture, ...records],
    { name: "post_tool_use", subject: null },
    (store, write) => (write.kind === "tool-captured" ? applyCapture : applyOutcome)(store, write),
  );
  if (!isNew || weighed === undefined) return undefined;
  const isLate = context.isLate(context.settings.hooks.outcome_capture.timeout_ms);
  const answer = isLate ? undefined : await answerRun(weighed, context);
  const text = outcome.result === "fail" ? await withRecall(answer, weighed, context) : answer;
  if (text === undefined) return undefined;
  return { context: { event: event.result?.kind === "error" ? "PostToolUseFailure" : "PostToolUse", text } };
}

async function withRecall(
  answer: string | undefined,
  run: WeighedRun,
  context: HookContext,
): Promise<string | undefined> {
  const { on_failure, token_budget } = context.settings.hooks.recall;
  if (!on_failure || token_budget === 0 || context.isLate()) return answer;
  const { addRecall } = await import("./recall_by_failure.ts");
  return addRecall(answer, run, context);
}
