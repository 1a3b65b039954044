import { cleanText } from "../../core/privacy/clean.ts";
import { detectOutcome } from "../../core/outcome/detect_outcome.ts";
import { judgeOutput } from "../../core/outcome/judge_output.ts";
import { outcomeDetails } from "../../core/outcome/outcome.ts";
import { mayNeedCleaning } from "../../core/privacy/privacy_signs.ts";
import { stripPrivateTags } from "../../core/privacy/private_tags.ts";
import type { OutcomeKnown } from "../../core/writes.ts";
import { readTaskOutput } from "../../host/task_output.ts";
import type { HistoryNotification } from "../../wire/history_row.ts";
import { decodeTaskEnd } from "../../wire/task_end.ts";
import { decodeNotification } from "../../wire/user_prompt.ts";
import { cleaningOf } from "./cleaning.ts";
import type { SessionPlace } from "./places.ts";

/** What the end of a background task makes known of the run that was captured when it began; often nothing. */
export function backgroundOutcome(
  notification: HistoryNotification,
  at: string,
  { place, commandOf }: {
    readonly place: SessionPlace;
    /** The clean shell line of a call whose outcome is not known yet. */
    readonly commandOf: (toolUseId: string) => string | undefined;
  },
): OutcomeKnown | undefined {
  const { settings, session } = place;
  const { enabled, matchers } = settings.hooks.outcome_capture;
  const text = cleanText(notification.text, cleaningOf(settings));
  const { taskId, toolUseId } = decodeNotification(text) ?? notification.task;
  const { exitCode, outputFile } = decodeTaskEnd(text);
  if (!enabled || toolUseId === undefined || exitCode === undefined) return undefined;
  const output = outputFile === undefined || taskId === undefined
    ? ""
    : stripPrivateTags(readTaskOutput(outputFile, { id: taskId, sessionId: session.sessionId }));
  const command = commandOf(toolUseId);
  const outcome = command === undefined
    ? judgeOutput(output, exitCode)
    : detectOutcome({ command, output, exitCode, state: "ended", matchers });
  if (outcome === undefined || outcome.result === "unknown") return undefined;
  const { firstFailure, ...rest } = outcome;
  const isNameKept = firstFailure !== undefined && !mayNeedCleaning(firstFailure);
  const details = outcomeDetails(isNameKept ? { ...rest, firstFailure } : rest);
  return {
    kind: "outcome-known",
    session,
    at,
    toolUseId,
    result: outcome.result,
    details: details === undefined ? null : JSON.stringify(details),
  };
}
