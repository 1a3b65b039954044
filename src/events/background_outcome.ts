import { detectOutcome } from "../core/outcome/detect_outcome.ts";
import { judgeOutput } from "../core/outcome/judge_output.ts";
import { type Outcome, outcomeDetails } from "../core/outcome/outcome.ts";
import { withoutPrivateName } from "../core/outcome/private_name.ts";
import type { OutcomeKnown } from "../core/writes.ts";
import { captureWithUnknownOutcome } from "../store/captures.ts";
import { asObject, asText } from "../wire/fields.ts";
import { decodeTaskEnd, type TaskEnd } from "../wire/task_end.ts";
import type { TaskNotification } from "../wire/user_prompt.ts";
import type { HookContext } from "./context.ts";
import { openPart } from "./open_part.ts";

/** What the end of a background task makes known of the run that was captured when it began; often nothing. */
export async function backgroundOutcome(
  notification: TaskNotification,
  text: string,
  context: HookContext,
): Promise<OutcomeKnown | undefined> {
  const { taskId, toolUseId } = notification;
  const end = decodeTaskEnd(text);
  if (toolUseId === undefined || end.exitCode === undefined) return undefined;
  const output = end.outputFile === undefined || taskId === undefined
    ? ""
    : await openPart(await (await context.services()).readTaskOutput(end.outputFile, taskId));
  const outcome = judgeEnd(end, output, { toolUseId, context });
  if (outcome === undefined || outcome.result === "unknown") return undefined;
  const details = outcomeDetails(withoutPrivateName(outcome));
  return {
    kind: "outcome-known",
    session: context.session,
    at: context.at,
    toolUseId,
    result: outcome.result,
    details: details === undefined ? null : JSON.stringify(details),
  };
}

function judgeEnd(
  { exitCode }: TaskEnd,
  output: string,
  { toolUseId, context }: { readonly toolUseId: string; readonly context: HookContext },
): Omit<Outcome, "kind" | "command"> | undefined {
  const { sessionId } = context.session;
  const payload = context.withStore(
    (store) => captureWithUnknownOutcome(store, sessionId, toolUseId),
    undefined,
  );
  const command = payload === undefined ? undefined : commandIn(payload);
  // The capture may wait in the spool, and its command with it; the record then finds it when both are drained.
  if (command === undefined) return judgeOutput(output, exitCode);
  const { matchers } = context.settings.hooks.outcome_capture;
  return detectOutcome({ command, output, exitCode, state: "ended", matchers });
}

function commandIn(payload: string): string | undefined {
  try {
    return asText(asObject(asObject(JSON.parse(payload))?.tool_input)?.command);
  } catch {
    return undefined;
  }
}
