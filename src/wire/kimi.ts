import { asObject, asObjects, asText, at, parseJson, type WireObject } from "../base/json.ts";
import {
  askRow,
  callRow,
  type Dialect,
  type Glance,
  printed,
  resultRow,
  saidRow,
  shellEnd,
} from "./dialect.ts";
import type { Reply } from "./reply.ts";
import { renamed, type ToolNames } from "./tool_names.ts";
import names from "./tool_names.json" with { type: "json" };

/**
 * Kimi Code. Its events and tools have Claude Code's names. It takes context with a prompt alone, so what a session's start
 * says is told there.
 */
export const KIMI: Dialect = {
  owns,
  payload,
  answer,
  rows,
  around,
  startsWithPrompt: true,
  hidesInstructions: true,
  transcript: {
    variable: "KIMI_CODE_HOME",
    folder: ".kimi-code",
    file: (session) => `${session}/agents/main/wire.jsonl`,
  },
};

const NAMES: ToolNames = names.kimi;

/** Payloads hold this much of an output; the rest stands in the transcript. */
const CUT_UNITS = 2000;
const TAIL_BYTES = 256 * 1024;

function owns({ type, protocol_version }: WireObject): boolean {
  return type === "metadata" && protocol_version !== undefined;
}

function payload(given: WireObject, glance: Glance): WireObject | undefined {
  switch (given.hook_event_name) {
    case "UserPromptSubmit":
      return { ...given, prompt: textIn(given.prompt) };
    case "PreToolUse":
    case "PostToolUse":
    case "PostToolUseFailure":
      return callOf(given, glance);
    case "Stop":
      return isHelpers(given, glance) ? undefined : given;
    case "SubagentStart":
    case "SubagentStop":
      return { ...given, agent_type: given.agent_name, last_assistant_message: given.response };
    default:
      return given;
  }
}

function callOf(given: WireObject, glance: Glance): WireObject {
  const { name, input } = renamed(asText(given.tool_name) ?? "", given.tool_input, NAMES);
  const call = { ...given, tool_name: name, tool_input: input, tool_use_id: given.tool_call_id };
  const error = asText(at(given.error, "message")) ?? asText(given.error);
  const told = asText(given.tool_output);
  if (error === undefined && told === undefined) return call;
  const output = told !== undefined && told.length >= CUT_UNITS ? wholeOutput(given, glance) ?? told : told;
  return { ...call, error: undefined, tool_response: undefined, ...endOf(name, output, error) };
}

/** The output as the transcript has it, which is written a moment after the event. */
function wholeOutput(
  { transcript_path, tool_call_id }: WireObject,
  { tail, until }: Glance,
): string | undefined {
  const path = asText(transcript_path);
  const id = asText(tool_call_id);
  if (path === undefined || id === undefined) return undefined;
  const words = `"toolCallId":${JSON.stringify(id)},"result":`;
  until(path, words);
  const line = tail(path, TAIL_BYTES).split("\n").findLast((one) => one.includes(words));
  return asText(at(parseJson(line ?? ""), "event", "result", "output"));
}

/** A shell that failed says so in its last line. */
function endOf(name: string, output: string | undefined, error: string | undefined): WireObject {
  if (name === "Bash") {
    const end = /\n?Command failed with exit code: (-?\d{1,3})\.\s*$/.exec(error ?? "");
    if (end !== null) return shellEnd((error ?? "").slice(0, end.index), Number(end[1]));
    if (error === undefined) return shellEnd(output ?? "", 0);
  }
  return error === undefined ? { tool_response: output } : { error };
}

/** A helper's turn ends with the same event, while the call that began it is open in the transcript of the session. */
function isHelpers({ transcript_path }: WireObject, { tail }: Glance): boolean {
  const path = asText(transcript_path);
  if (path === undefined) return false;
  const open = new Set<unknown>();
  for (const line of tail(path, TAIL_BYTES).split("\n")) {
    const event = at(parseJson(line), "event");
    if (at(event, "type") === "tool.call" && at(event, "name") === "Agent") open.add(at(event, "toolCallId"));
    if (at(event, "type") === "tool.result") open.delete(at(event, "toolCallId"));
  }
  return open.size > 0;
}

function textIn(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return asText(parts);
  return asObjects(parts).flatMap((part) => part.type === "text" ? asText(part.text) ?? [] : []).join("\n");
}

/** Context is one text; a stop is refused as a tool would be. */
function answer({ context, block, blockByExitCode, systemMessage }: Reply): string {
  const isStop = context?.event === "Stop";
  const reason = block ?? blockByExitCode ?? (isStop ? context.text : undefined);
  if (reason) {
    return printed({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: reason } });
  }
  const text = context?.text || systemMessage;
  return text && !isStop ? printed({ message: text }) : "";
}

function rows(row: WireObject, around: WireObject): WireObject[] {
  const timestamp = timeOf(row.time);
  return rowsOf(row, around).map((one) => ({ ...(timestamp === undefined ? {} : { timestamp }), ...one }));
}

function timeOf(time: unknown): string | undefined {
  return typeof time === "number" && Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : undefined;
}

/** So many calls of a shell may run at once: their results do not say of which tool they are. */
const MAX_SHELLS = 50;

function rowsOf(
  { type, input, origin, promptId, message, event }: WireObject,
  { shells }: WireObject,
): WireObject[] {
  const isUsers = at(origin, "kind") === "user";
  switch (type) {
    case "turn.prompt":
    case "turn.steer":
      return isUsers ? [saidRow("user", textIn(input) ?? "", asText(promptId))] : [];
    case "context.append_message":
      return at(message, "origin", "name") === "stop_hook"
        ? [askRow(textIn(at(message, "content")) ?? "")]
        : [];
    case "context.append_loop_event":
      return stepIn(asObject(event) ?? {}, Array.isArray(shells) ? shells : []);
    default:
      return [];
  }
}

function stepIn(
  { type, part, uuid, toolCallId, name, args, result }: WireObject,
  shells: readonly unknown[],
): WireObject[] {
  const id = asText(toolCallId) ?? "";
  switch (type) {
    case "content.part": {
      const text = at(part, "type") === "text" ? asText(at(part, "text")) : undefined;
      return text === undefined ? [] : [saidRow("assistant", text, asText(uuid))];
    }
    case "tool.call": {
      const call = renamed(asText(name) ?? "", args, NAMES);
      const isShell = call.name === "Bash";
      return [
        ...(isShell ? [{ type: "session", shells: [...shells, id].slice(-MAX_SHELLS) }] : []),
        callRow(id, call.name, call.input),
      ];
    }
    case "tool.result": {
      const output = asText(at(result, "output")) ?? "";
      const isError = at(result, "isError") === true;
      const isShell = shells.includes(id);
      return [resultRow(id, endOf(isShell ? "Bash" : "", output, isError ? output : undefined))];
    }
    default:
      return [];
  }
}

/** Rows say neither whose session it is nor where: the first is in the path, the second in a file above. */
function around(path: string, read: (name: string) => string): WireObject {
  const [, sessionId, agent] = /([^\\/]+)[\\/]agents[\\/]([^\\/]+)[\\/]wire\.jsonl$/.exec(path) ?? [];
  if (sessionId === undefined) return {};
  const cwd = asText(at(parseJson(read("../../state.json")), "cwd"));
  return {
    sessionId,
    ...(cwd === undefined ? {} : { cwd }),
    ...(agent === "main" ? {} : { isSidechain: true, agentId: agent }),
  };
}
