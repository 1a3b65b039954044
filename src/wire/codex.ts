import { asObject, asObjects, asText, at, parseJson, type WireObject } from "../base/json.ts";
import {
  answerFields,
  askRow,
  callRow,
  type Dialect,
  type Glance,
  printed,
  resultRow,
  saidRow,
  SCRIPT,
  shellEnd,
} from "./dialect.ts";
import { callOfChanges, callOfPatch } from "./patch.ts";
import type { Reply } from "./reply.ts";

/** So much of a rollout says who has started the session: the instructions that follow are long. */
const HEAD_BYTES = 2048;
/** So much of its end is looked through for the exit code of a call, a long output or much beside it. */
const TAIL_BYTES: readonly number[] = [16 * 1024, 512 * 1024, 8 * 1024 * 1024];

/** Codex CLI. Its hooks know no key but those of `answerFields`: one more, and the whole answer is dropped. */
export const CODEX: Dialect = { owns, payload, answer, rows };

/** Its rows have all they say under one name. */
function owns({ type, payload }: WireObject): boolean {
  return asObject(payload) !== undefined &&
    (type === "session_meta" || type === "response_item" || type === "event_msg" || type === "turn_context");
}

function payload(given: WireObject, glance: Glance): WireObject | undefined {
  const told = { ...given, prompt_id: given.turn_id };
  switch (given.hook_event_name) {
    case "UserPromptSubmit":
      // The task of a helper is no prompt.
      return given.agent_id === undefined ? withStart(told, glance) : undefined;
    case "SessionStart":
    case "SessionEnd":
    case "Stop":
      return withStart(told, glance);
    case "PreToolUse":
      return { ...told, ...callOf(given) };
    case "PostToolUse":
      return { ...told, ...callOf(given), ...resultOf(given, glance) };
    default:
      return told;
  }
}

/** The first row of the rollout says whether `codex exec` has started it; without one it is a script's. */
function withStart(told: WireObject, { head }: Glance): WireObject {
  const path = asText(told.transcript_path);
  const isScript = path === undefined || head(path, HEAD_BYTES).includes('"originator":"codex_exec"');
  return isScript ? { ...told, entrypoint: SCRIPT } : told;
}

function callOf(given: WireObject): WireObject {
  const named = callNamed(asText(given.tool_name) ?? "", given.tool_input, asText(given.cwd) ?? "");
  return { tool_name: named.name, tool_input: named.input };
}

/** The call in the words of Claude Code; a name that is nobody's stays. */
function callNamed(
  name: string,
  input: unknown,
  cwd: string,
): { readonly name: string; readonly input: unknown } {
  const command = asText(at(input, "command"));
  if (name === "apply_patch" && command !== undefined) return callOfPatch(command, cwd) ?? { name, input };
  if (name !== "spawn_agent") return { name, input };
  return {
    name: "Agent",
    input: { prompt: at(input, "message") ?? "", subagent_type: at(input, "agent_type") ?? "default" },
  };
}

function resultOf(given: WireObject, glance: Glance): WireObject {
  const { tool_name: name, tool_response: response } = given;
  if (typeof response !== "string") return {};
  if (name === "apply_patch") return { tool_response: afterHeading(response) };
  return name === "Bash" ? shellEnd(response, exitCodeOf(given, glance)) : {};
}

/** The exit code is in no payload, but in the row that the rollout has of the call when the hook runs. */
function exitCodeOf(given: WireObject, { tail }: Glance): number | undefined {
  const [path, id] = [asText(given.transcript_path), asText(given.tool_use_id)];
  if (path === undefined || id === undefined) return undefined;
  const sign = `"type":"CommandExecution","id":${JSON.stringify(id)}`;
  for (const bytes of TAIL_BYTES) {
    const text = tail(path, bytes);
    const line = text.split("\n").findLast((one) => one.startsWith("{") && one.slice(0, 600).includes(sign));
    const code = at(line === undefined ? undefined : parseJson(line), "payload", "item", "exit_code");
    if (typeof code === "number") return code;
    if (text.length < bytes / 4) return undefined; // that was all of it
  }
  return undefined;
}

/** Returns the output of a tool, behind the lines about how long it took. */
function afterHeading(text: string): string {
  const start = text.indexOf("Output:\n");
  return start < 0 ? text : text.slice(start + "Output:\n".length);
}

function answer(reply: Reply): string {
  if (reply.acknowledge) return "";
  const told = answerFields(reply);
  const output = asObject(told.hookSpecificOutput);
  if (output?.hookEventName !== "PostToolUseFailure") return printed(told);
  return printed({ ...told, hookSpecificOutput: { ...output, hookEventName: "PostToolUse" } });
}

/** Rows of a rollout. What was called and came out is told when it has ended, and in older files by the model's own words. */
function rows(row: WireObject, around: WireObject): WireObject[] {
  const told = asObject(row.payload);
  if (told === undefined) return [];
  const common = { timestamp: row.timestamp };
  // Files that number their rows tell of each call by an item when it has ended.
  const isItemized = row.ordinal !== undefined;
  const isTold = isItemized && isToldByItem(told);
  return isTold ? [] : rowsOf(row.type, told, asText(around.cwd) ?? "").map((one) => ({ ...common, ...one }));
}

function isToldByItem({ type, name, output }: WireObject): boolean {
  if (type === "function_call" || type === "custom_tool_call") return name !== "spawn_agent";
  const isOutput = type === "function_call_output" || type === "custom_tool_call_output";
  return isOutput && !(asText(output) ?? "").startsWith("{");
}

function rowsOf(type: unknown, told: WireObject, cwd: string): WireObject[] {
  if (type === "session_meta") return [sessionOf(told)];
  if (type === "event_msg") return rowsOfEvent(told);
  if (type !== "response_item") return [];
  const id = asText(told.call_id) ?? "";
  switch (told.type) {
    case "message":
      return rowsOfMessage(told);
    case "function_call":
    case "custom_tool_call": {
      const call = calledBy(told, cwd);
      return call === undefined ? [] : [callRow(id, call.name, call.input)];
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      const ended = endOf(told.output);
      return ended === undefined ? [] : [resultRow(id, ended)];
    }
    default:
      return [];
  }
}

function sessionOf(told: WireObject): WireObject {
  const helper = asObject(at(told.source, "subagent"));
  return {
    type: "session",
    sessionId: asText(told.session_id) ?? told.id,
    cwd: told.cwd,
    version: told.cli_version,
    ...(told.originator === "codex_exec" || told.source === "exec" ? { entrypoint: SCRIPT } : {}),
    ...(helper === undefined ? {} : { isSidechain: true, agentId: told.id, agentType: told.agent_role }),
  };
}

function rowsOfEvent(told: WireObject): WireObject[] {
  if (told.type === "task_started") return [{ type: "session", promptId: told.turn_id }];
  if (told.type === "user_message") return [saidRow("user", asText(told.message) ?? "", undefined)];
  const item = asObject(told.item);
  if (told.type !== "item_completed" || item === undefined) return [];
  const id = asText(item.id) ?? "";
  const ended = (name: string, input: unknown, fields: WireObject) => [
    callRow(id, name, input),
    resultRow(id, fields),
  ];
  switch (item.type) {
    case "UserMessage":
      return [saidRow("user", textsOf(item.content), id)];
    case "CommandExecution": {
      const code = typeof item.exit_code === "number" ? item.exit_code : undefined;
      if (item.source === "user_shell" || (code !== undefined && code < 0)) return []; // cut off with its session
      const command = Array.isArray(item.command) ? asText(item.command.at(-1)) : asText(item.command);
      return ended("Bash", { command: command ?? "" }, shellEnd(asText(item.aggregated_output) ?? "", code));
    }
    case "FileChange": {
      const changes = asObject(item.changes) as Record<string, WireObject> | undefined;
      const call = item.status === "completed" && changes !== undefined ? callOfChanges(changes) : undefined;
      return call === undefined
        ? []
        : ended(call.name, call.input, { tool_response: asText(item.stdout) ?? "" });
    }
    case "McpToolCall": {
      const name = `mcp__${asText(item.server) ?? ""}__${asText(item.tool) ?? ""}`;
      const error = asText(at(item.error, "message"));
      return ended(
        name,
        item.arguments ?? null,
        error === undefined ? { tool_response: item.result } : { error },
      );
    }
    default:
      return [];
  }
}

/** A hook's text comes as the user's; what the client itself puts among the messages is nobody's. */
function rowsOfMessage(told: WireObject): WireObject[] {
  const text = textsOf(told.content);
  if (told.role === "assistant") return [saidRow("assistant", text, asText(told.id))];
  const hook = told.role === "user"
    ? /^<hook_prompt\b[^>]*>([\s\S]*?)(?:<\/hook_prompt>|$)/.exec(text)
    : null;
  return hook === null ? [] : [askRow(hook[1] ?? "")];
}

function textsOf(content: unknown): string {
  return asObjects(content).map(({ text }) => asText(text) ?? "").filter((text) => text !== "").join("\n");
}

/** A call as the model made it; of those that end in an item of their own, or are no work, nothing. */
function calledBy(told: WireObject, cwd: string) {
  const name = asText(told.name) ?? "";
  if (told.type === "custom_tool_call") {
    return name === "apply_patch" ? callNamed(name, { command: told.input }, cwd) : undefined;
  }
  const args = parseJson(asText(told.arguments) ?? "");
  const given = at(args, "cmd") ?? at(args, "command");
  const command = Array.isArray(given) ? asText(given.at(-1)) : asText(given);
  if (name === "spawn_agent") return callNamed(name, args, cwd);
  if (command === undefined) return undefined;
  if (name === "apply_patch") return callNamed(name, { command }, cwd);
  return { name: "Bash", input: { command } };
}

/**
 * Returns the end of a call as the model was told: in words, or in older versions in JSON. `undefined` where it was
 * not.
 */
function endOf(output: unknown): WireObject | undefined {
  const text = asText(output) ?? asText(at(output, "content"));
  if (text === undefined) return undefined;
  const old = asObject(text.startsWith("{") ? parseJson(text) : undefined);
  if (typeof old?.agent_id === "string") return { tool_response: text };
  const oldCode = at(old, "metadata", "exit_code");
  if (typeof oldCode === "number") return shellEnd(asText(old?.output) ?? "", oldCode);
  const code = /(?:^|\n)(?:Process exited with code|Exit code:) (\d{1,3})\n/.exec(text.slice(0, 400))?.[1];
  return code === undefined ? undefined : shellEnd(afterHeading(text), Number(code));
}
