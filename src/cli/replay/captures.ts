import { isShellTool } from "../../core/shell_tool.ts";
import { encodeCapture } from "../../core/capture_payload.ts";
import { capturePriority } from "../../core/capture_priority.ts";
import { isSkippedTool } from "../../core/capture_rules.ts";
import { cleanJson, type CleanOptions, cleanText } from "../../core/privacy/clean.ts";
import { detectOutcome } from "../../core/outcome/detect_outcome.ts";
import { withoutPrivateName } from "../../core/outcome/private_name.ts";
import { mayCount } from "../../core/outcome/may_count.ts";
import { type Outcome, outcomeDetails, outcomeLabel, type ShellRun } from "../../core/outcome/outcome.ts";
import { readSavedOutput } from "../../host/task_output.ts";
import { stripPrivateTags } from "../../core/privacy/private_tags.ts";
import type { ToolCaptured } from "../../core/writes.ts";
import { asObject, asText } from "../../wire/fields.ts";
import type { HistoryCall } from "../../wire/history_row.ts";
import { decodeShellEnd } from "../../wire/shell_call.ts";
import { namedFile, type ToolResult } from "../../wire/tool_use.ts";
import { cleaningOf } from "./cleaning.ts";
import type { SessionPlace } from "./places.ts";

/** A call that ran, with what was around it. */
export interface EndedCall {
  readonly call: HistoryCall;
  readonly result: ToolResult;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly agentId: string | null;
  readonly agentType: string | null;
  readonly promptId: string | null;
  /** What the agent said right before; empty where another call has it. */
  readonly said: string;
}

/** Of what was said before a call: why it was made stands there in a sentence or two. */
const SAID_UNITS = 1000;

/** The record that the hook after the call would have made; `undefined` for tools that are not captured. */
export async function captureOf(ended: EndedCall, place: SessionPlace): Promise<ToolCaptured | undefined> {
  const { call, result } = ended;
  const { settings, session } = place;
  if (!settings.hooks.capture.enabled || isSkippedTool(call.name, settings.capture.skip_tools)) {
    return undefined;
  }
  const clean = { ...cleaningOf(settings), maxBytes: settings.capture.max_field_bytes };
  const kept = cleanCall(call.input, result, clean);
  const priority = await capturePriority(call.name, asText(asObject(call.input)?.command));
  const outcome = isShellTool(call.name) && priority !== "low" ? outcomeOf(kept, place) : undefined;
  const file = namedFile(call.input);
  const said = cleanText(ended.said, clean).trim().slice(0, SAID_UNITS);
  return {
    kind: "tool-captured",
    session,
    at: ended.at,
    toolUseId: call.id,
    agentId: ended.agentId,
    agentType: ended.agentType,
    promptId: ended.promptId,
    toolName: call.name,
    priority,
    filesTouched: file === undefined ? [] : [cleanText(file, clean)],
    outcome: outcome?.label ?? null,
    payload: await encodeCapture(
      {
        tool_input: kept.toolInput,
        ...kept.fields,
        ...(outcome?.details === undefined ? {} : { outcome: outcome.details }),
        project_dir: session.project,
        ...(priority === "low" || said === "" ? {} : { said }),
      },
      settings.capture.max_field_bytes,
    ),
  };
}

interface CleanCall {
  readonly toolInput: unknown;
  /** As a capture keeps them: `tool_response`, or `error`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Both at once: an edit says the same in its input and in its response, and what is long is read once. */
function cleanCall(input: unknown, result: ToolResult, clean: CleanOptions): CleanCall {
  if (result.kind === "error") {
    const cleaned = asObject(cleanJson({ tool_input: input, error: result.message }, clean));
    return { toolInput: cleaned?.tool_input, fields: { error: cleaned?.error } };
  }
  const cleaned = asObject(cleanJson({ tool_input: input, tool_response: result.value }, clean));
  return { toolInput: cleaned?.tool_input, fields: { tool_response: cleaned?.tool_response } };
}

/** Of what is clean already: names of tests are kept, too. */
function outcomeOf({ toolInput, fields }: CleanCall, { settings, session }: SessionPlace) {
  const { enabled, matchers } = settings.hooks.outcome_capture;
  const command = asText(asObject(toolInput)?.command);
  if (!enabled || command === undefined || !mayCount(command, matchers)) return undefined;
  const { savedAt, ...end } = decodeShellEnd(toolInput, fields);
  const outcome = savedAt === undefined
    ? detectOutcome({ command, ...end, matchers })
    : savedOutcome({ command, ...end, matchers }, readSavedOutput(savedAt, session.sessionId));
  return outcome === undefined
    ? undefined
    : { label: outcomeLabel(outcome), details: outcomeDetails(outcome) };
}

/** Of an output in a file, as the hook after the call takes it. */
function savedOutcome(run: ShellRun, saved: string): Outcome | undefined {
  const output = stripPrivateTags(saved) || run.output;
  const outcome = detectOutcome({ ...run, output, lacksEnd: saved === "" });
  return outcome === undefined ? undefined : withoutPrivateName(outcome);
}
