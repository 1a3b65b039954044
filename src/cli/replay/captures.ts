// Turns recorded tool calls into what hooks and `save_memory` would have stored of them.
import { shellChanges } from "../../base/conversation.ts";
import { asObject, asText, type WireObject } from "../../base/json.ts";
import type { OutcomeKnown, ToolCaptured } from "../../base/writes.ts";
import { recordOfCall } from "../../hook/call_record.ts";
import { answeredQuestions } from "../../hook/ended_calls.ts";
import { readSavedOutput, readTaskOutput } from "../../machine/task_output.ts";
import { detectOutcome, judgeEnded, withoutPrivateName } from "../../outcome/judge.ts";
import { keptOutcome, type Outcome, outcomeKnown } from "../../outcome/outcome.ts";
import { cleanJson, cleanText, needsCleaning } from "../../privacy/clean.ts";
import { capturePriority, changesOf, isOwnCall } from "../../shell/command_words.ts";
import { isKeptQuestion, isOwnTool, isShellTool, isSkippedTool } from "../../shell/tools.ts";
import { decodeNotification, type ToolResult } from "../../wire/events.ts";
import type { HistoryCall, HistoryResult } from "../../wire/history_row.ts";
import { decodeShellEnd } from "../../wire/tool_results.ts";
import { tryEach } from "../items/find_item.ts";
import { memoriesIn, ONE_MEMORY, SAVE_MEMORY } from "../items/memory_arguments.ts";
import { draftOf } from "../items/memory_draft.ts";
import { readArguments } from "../items/tool_arguments.ts";
import type { SessionPlace } from "./places.ts";

interface EndedCall extends Pick<ToolCaptured, "at" | "agentId" | "agentType" | "promptId"> {
  readonly call: HistoryCall;
  readonly result: ToolResult;
}

export function recordsOf({ call, result, ...around }: EndedCall, place: SessionPlace) {
  const { settings: { hooks, capture: { skip_tools, max_field_bytes: maxBytes } }, session } = place;
  const isQuestion = isKeptQuestion(call.name, skip_tools);
  if (!hooks.capture.enabled || (isSkippedTool(call.name, skip_tools) && !isQuestion)) return [];
  const clean = { ...place.clean, maxBytes };
  // Together in one call: a long text that an edit has in its input and its response is then cleaned only once.
  const ended = result.kind === "error" ? { error: result.message } : { tool_response: result.value };
  const kept = asObject(cleanJson({ tool_input: call.input, ...ended }, clean)) ?? {};
  if (isQuestion) return answeredQuestions(kept, { session, at: around.at });
  const command = asText(asObject(call.input)?.command);
  if (isOwnCall(call.name, command)) return [];
  const priority = capturePriority(call.name, command, result.kind === "error");
  const outcome = isShellTool(call.name) && priority !== "low" ? outcomeOf(kept, place) : undefined;
  const written = changesOf(command ?? "", shellChanges(kept.tool_response));
  return [recordOfCall({
    session,
    ...around,
    toolUseId: call.id,
    toolName: call.name,
    priority,
    toolInput: call.input,
    kept,
    outcome: outcome && keptOutcome(outcome),
    written,
    bytes: undefined,
  }, { cleanText: (text) => cleanText(text, clean), maxBytes })];
}

function outcomeOf(kept: WireObject, { settings, session }: SessionPlace): Outcome | undefined {
  const { enabled, matchers } = settings.hooks.outcome_capture;
  const command = asText(asObject(kept.tool_input)?.command);
  if (!enabled || command === undefined) return undefined;
  const end = decodeShellEnd(kept);
  const readSaved = (path: string) => readSavedOutput(path, session.sessionId);
  const outcome = detectOutcome({ command, ...end, matchers, readSaved });
  return outcome && end.savedAt !== undefined ? withoutPrivateName(outcome, needsCleaning) : outcome;
}

/** Returns the outcome of a background run from the notification of its end; `undefined` if it is not known. */
export function backgroundOutcome(
  notification: string,
  at: string,
  { settings, session, clean }: SessionPlace,
  commandOf: (toolUseId: string) => string | undefined,
): OutcomeKnown | undefined {
  const { enabled, matchers } = settings.hooks.outcome_capture;
  const task = decodeNotification(cleanText(notification, clean));
  const { taskId, toolUseId, exitCode, outputFile } = task ?? {};
  if (!enabled || toolUseId === undefined || exitCode === undefined) return undefined;
  const output = readTaskOutput(outputFile, { id: taskId, sessionId: session.sessionId });
  const ended = judgeEnded({ command: commandOf(toolUseId), output, exitCode, matchers });
  return ended && outcomeKnown(withoutPrivateName(ended, needsCleaning), { session, at, toolUseId });
}

/** Returns the memories that a call of `save_memory` saved, as far as `draftOf` takes them. What they replace stays. */
export function savedBy(call: HistoryCall, { result }: HistoryResult, { session, settings }: SessionPlace) {
  if (result.kind === "error" || !isOwnTool(call.name) || !call.name.endsWith("__save_memory")) return [];
  const given = tryEach([call.input], (input) => memoriesIn(readArguments(SAVE_MEMORY, input).args).memories);
  const origin = { ...session, settings, source: "agent" } as const;
  return tryEach(given.done.flat(), (one) => draftOf(readArguments(ONE_MEMORY, one).args, origin)).done;
}
