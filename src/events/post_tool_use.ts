import { capturePriority, isSkippedTool } from "../core/capture_rules.ts";
import { encodeCapture } from "../core/capture_payload.ts";
import type { ToolCaptured } from "../core/writes.ts";
import { asObject, asText } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";
import { namedFile, type ToolUseEvent } from "../wire/tool_use.ts";
import type { HookContext } from "./context.ts";

/** Captures a tool call, successful or failed, unless its tool is on the skip list. */
export async function onToolUse(event: ToolUseEvent, context: HookContext): Promise<Reply | undefined> {
  if (isSkippedTool(event.toolName, context.settings.capture.skip_tools)) return undefined;
  context.record([await captureOf(event, context)], { name: "post_tool_use", subject: null });
  return undefined;
}

async function captureOf(event: ToolUseEvent, context: HookContext): Promise<ToolCaptured> {
  const file = namedFile(event.toolInput);
  return {
    kind: "tool-captured",
    session: context.session,
    at: context.now.toISOString(),
    toolUseId: event.toolUseId ?? null,
    agentId: event.agentId ?? null,
    agentType: event.agentType ?? null,
    promptId: event.promptId ?? null,
    toolName: event.toolName,
    priority: await capturePriority(event.toolName, asText(asObject(event.toolInput)?.command)),
    filesTouched: file === undefined ? [] : [context.cleanText(file)],
    outcome: null,
    payload: await encodeCapture(
      {
        tool_input: context.cleanJson(event.toolInput),
        ...resultFields(event, context),
        project_dir: context.session.project,
        ...(event.oversizeBytes === undefined ? {} : { bytes: event.oversizeBytes }),
      },
      context.settings.capture.max_field_bytes,
    ),
  };
}

function resultFields(event: ToolUseEvent, context: HookContext): Record<string, unknown> {
  const { result } = event;
  if (result === undefined) return {};
  if (result.kind === "response") return { tool_response: context.cleanJson(result.value) };
  return {
    error: context.cleanText(result.message),
    ...(result.isInterrupt ? { is_interrupt: true } : {}),
  };
}
