import { asObject, asText, at, parseJson, type WireObject } from "../base/json.ts";
import { type Dialect, printed, shellEnd } from "./dialect.ts";
import type { Reply } from "./reply.ts";
import { mcpName, renamed, type ToolNames } from "./tool_names.ts";
import names from "./tool_names.json" with { type: "json" };

/** Cursor, as its documentation tells; it was not tried in the client. Its transcript has no documented form. */
export const CURSOR: Dialect = { owns: () => false, payload, answer, rows: () => [] };

const NAMES: ToolNames = names.cursor;

const EVENTS: Readonly<Record<string, string>> = {
  sessionStart: "SessionStart",
  beforeSubmitPrompt: "UserPromptSubmit",
  preToolUse: "PreToolUse",
  postToolUse: "PostToolUse",
  postToolUseFailure: "PostToolUseFailure",
  subagentStart: "SubagentStart",
  subagentStop: "SubagentStop",
  preCompact: "PreCompact",
  stop: "Stop",
  sessionEnd: "SessionEnd",
};

function payload(given: WireObject): WireObject | undefined {
  const event = EVENTS[asText(given.hook_event_name) ?? ""];
  if (event === undefined) return undefined;
  const roots = Array.isArray(given.workspace_roots) ? given.workspace_roots : [];
  const told = {
    ...given,
    hook_event_name: event,
    // A helper's conversation is its own; it is told of the one that began it.
    session_id: given.parent_conversation_id ?? given.conversation_id ?? given.session_id,
    cwd: asText(given.cwd) || asText(roots[0]),
    prompt_id: given.generation_id,
    transcript_path: undefined,
  };
  switch (event) {
    case "SessionStart":
      return { ...told, source: "startup" };
    case "SubagentStart":
    case "SubagentStop":
      return { ...told, agent_id: given.subagent_id, agent_type: given.subagent_type };
    case "PreToolUse":
    case "PostToolUse":
    case "PostToolUseFailure":
      return { ...told, ...callOf(given, event) };
    default:
      return told;
  }
}

function callOf(given: WireObject, event: string): WireObject {
  const said = asText(given.tool_name) ?? "";
  const [, server, tool] = /^MCP:(?:([^:]+):)?(.+)$/.exec(said) ?? [];
  const { name, input } = renamed(said, given.tool_input, NAMES);
  const call = { tool_name: tool === undefined ? name : mcpName(server ?? "mcp", tool), tool_input: input };
  if (event === "PostToolUseFailure") return { ...call, error: asText(given.error_message) ?? "" };
  if (event === "PreToolUse") return call;
  const output = asText(given.tool_output);
  const result = asObject(parseJson(output ?? "")) ?? {};
  const exit = at(result, "exitCode") ?? at(result, "exit_code");
  if (name !== "Bash") return { ...call, tool_response: output ?? given.tool_output };
  const printedText = asText(result.output) ?? asText(result.stdout) ?? output ?? "";
  return { ...call, ...shellEnd(printedText, typeof exit === "number" ? exit : undefined) };
}

/** It takes context at a session's start and after a call; the rest has no place for it. */
function answer({ context, block, blockByExitCode }: Reply): string {
  const isStop = context?.event === "Stop";
  const followup = block ?? blockByExitCode ?? (isStop ? context.text : undefined);
  if (followup) return printed({ followup_message: followup });
  const isTaken = context?.event === "SessionStart" || context?.event.startsWith("PostToolUse") === true;
  return context?.text && isTaken ? printed({ additional_context: context.text }) : "";
}
