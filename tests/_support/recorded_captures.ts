import { recordedPayloads } from "./recorded_payloads.ts";
import { cutJson } from "../../src/base/cut.ts";
import type { SessionKey, ToolCaptured } from "../../src/base/writes.ts";
import { captureOutcome } from "../../src/hook/outcome.ts";
import { capturePriority } from "../../src/shell/reading.ts";
import { isSkippedTool } from "../../src/shell/tools.ts";
import { decodeToolUse, namedFile } from "../../src/wire/events.ts";
import { asObject, asText } from "../../src/base/json.ts";

/** A recorded call as the hook keeps it, without whose and when it is. */
export type RecordedCapture = Omit<ToolCaptured, "kind" | "session" | "at" | "toolUseId">;

/** Where the recorded sessions ran. */
const RECORDED_PROJECT = "/home/dev/project";

/** Every recorded call of a tool, as captures of this project; whose they are is for the caller to say. */
export async function recordedCaptures(project: string = RECORDED_PROJECT): Promise<RecordedCapture[]> {
  const calls = recordedPayloads().filter(({ payload }) =>
    payload.hook_event_name.startsWith("PostToolUse") && !isSkippedTool(String(payload.tool_name), [])
  );
  const texts = calls.map(({ text }) => text.replaceAll(RECORDED_PROJECT, project));
  return await Promise.all(texts.map((text) => captureOf(JSON.parse(text), project)));
}

/** The capture as a record of a session. */
export function asWrite(
  capture: RecordedCapture,
  of: {
    readonly session: SessionKey;
    readonly at: string;
    readonly toolUseId: string;
    readonly promptId: string;
  },
): ToolCaptured {
  return { ...capture, ...of, kind: "tool-captured" };
}

async function captureOf(payload: Record<string, unknown>, project: string): Promise<RecordedCapture> {
  const { toolName, toolInput, result, agentId, agentType, promptId } = decodeToolUse(payload);
  const command = asText(asObject(toolInput)?.command);
  const fields: Record<string, unknown> = result?.kind === "error"
    ? { error: result.message }
    : { tool_response: result?.value };
  const outcome = toolName === "Bash" && command !== undefined
    ? await captureOutcome(
      { command, kept: { tool_input: toolInput, ...fields } },
      [],
      () => Promise.resolve(""),
    )
    : undefined;
  const file = namedFile(toolInput);
  const kept = {
    tool_input: toolInput,
    ...fields,
    outcome: outcome?.details,
    project_dir: project,
  };
  return {
    agentId: agentId ?? null,
    agentType: agentType ?? null,
    promptId: promptId ?? null,
    toolName,
    priority: capturePriority(toolName, command),
    filesTouched: file === undefined ? [] : [file],
    outcome: outcome?.label ?? null,
    payload: cutJson(kept, 262_144),
  };
}
