import { asObject, asText, at, parseJson, type WireObject } from "../base/json.ts";
import { isOwnQuestion } from "../base/own_questions.ts";
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
import type { Reply } from "./reply.ts";
import { mcpName, renamed, type ToolNames } from "./tool_names.ts";
import names from "./tool_names.json" with { type: "json" };

/** GitHub Copilot CLI. Hooks know its tools by Claude Code's names, its own rows by others. */
export const COPILOT: Dialect = { owns, payload, answer, rows, hidesInstructions: true };

const NAMES: ToolNames = names.copilot;

/** So much of its events holds the instructions, which say whether somebody can be asked. */
const HEAD_BYTES = 64 * 1024;
const UNATTENDED = "You are running in non-interactive mode";

/** Its types are two words with a dot between them. */
function owns({ type, data, parentId }: WireObject): boolean {
  return asObject(data) !== undefined && parentId !== undefined && typeof type === "string" &&
    type.includes(".");
}

function payload(given: WireObject, { head, until }: Glance): WireObject | undefined {
  const told = sessionOf(given);
  const isHelpers = told.agent_id !== undefined;
  switch (told.hook_event_name) {
    case "SessionStart":
      return { ...told, source: given.source === "new" ? "startup" : given.source };
    case "UserPromptSubmit":
      return isHelpers || isNobodys(asText(given.prompt) ?? "") ? undefined : told;
    case "Stop": {
      if (isHelpers) return undefined; // SubagentStop follows
      const path = asText(given.transcript_path);
      // Its rows are written late; the one of this very event is the last of the turn.
      if (path !== undefined) until(path, `"timestamp":"${asText(given.timestamp) ?? ""}"`);
      const isScript = path !== undefined && head(path, HEAD_BYTES).includes(UNATTENDED);
      return isScript ? { ...told, entrypoint: SCRIPT } : told;
    }
    case "PreToolUse":
    case "PostToolUse":
    case "PostToolUseFailure":
      return { ...told, ...callOf(given), ...endOf(given) };
    default:
      return told;
  }
}

/** The client's own notes come as prompts, too, and so does what a stop hook has asked. */
function isNobodys(prompt: string): boolean {
  return prompt.startsWith("<system_notification>") || isOwnQuestion(prompt);
}

/** A helper has a session of its own there; here it is its parent's. Two events come with names of another case. */
function sessionOf(given: WireObject): WireObject {
  const { sessionId, transcriptPath, agent_id, parent_agent_id } = given;
  const isStart = given.hook_event_name === undefined && agent_id !== undefined;
  const session_id = parent_agent_id ?? given.session_id ?? sessionId;
  const path = given.transcript_path ?? transcriptPath;
  return {
    ...given,
    session_id,
    transcript_path: path,
    ...(isStart ? { hook_event_name: "SubagentStart" } : {}),
  };
}

function callOf(given: WireObject): WireObject {
  const { name, input } = callNamed(asText(given.tool_name) ?? "", given.tool_input);
  return { tool_name: name, tool_input: input };
}

/** A tool of a server is `server-tool`, and a server's name may have dashes of its own. */
function callNamed(given: string, givenInput: unknown) {
  const { name, input } = renamed(
    given,
    typeof givenInput === "string" ? parseJson(givenInput) : givenInput,
    NAMES,
  );
  const dash = given.startsWith("mneme-") ? "mneme".length : given.lastIndexOf("-");
  const isServers = !Object.hasOwn(NAMES.tools, given) && dash > 0;
  return { name: isServers ? mcpName(given.slice(0, dash), given.slice(dash + 1)) : name, input };
}

function endOf(given: WireObject): WireObject {
  const text = asText(at(given.tool_result, "text_result_for_llm")) ??
    (given.tool_result === undefined ? undefined : "");
  if (text === undefined) return {};
  if (at(given.tool_result, "result_type") === "failure") {
    return { hook_event_name: "PostToolUseFailure", error: text };
  }
  return endText(callOf(given).tool_name, text);
}

/** The last line of what a shell says tells how it ended. */
function endText(name: unknown, text: string): WireObject {
  const end = name === "Bash" || name === "PowerShell"
    ? /\n?<(?:shellId: \S+ )?(?:command )?completed with exit code (-?\d{1,3})>\s*$/.exec(text.slice(-200))
    : null;
  if (end === null) return { tool_response: text };
  return shellEnd(text.slice(0, text.length - end[0].length), Number(end[1]));
}

/** It takes context from the outermost level, and from Claude Code's place before a call. */
function answer(reply: Reply): string {
  if (reply.acknowledge) return "";
  const told = answerFields(reply);
  const text = asText(at(told.hookSpecificOutput, "additionalContext"));
  return printed(text === undefined ? told : { ...told, additionalContext: text });
}

function rows(row: WireObject): WireObject[] {
  const data = asObject(row.data);
  if (data === undefined) return [];
  const agentId = asText(row.agentId);
  const common = {
    timestamp: row.timestamp,
    ...(agentId === undefined ? {} : { isSidechain: true, agentId }),
  };
  return rowsOf(row, data).map((one) => ({ ...common, ...one }));
}

function rowsOf(row: WireObject, data: WireObject): WireObject[] {
  const id = asText(data.toolCallId) ?? "";
  const uuid = asText(row.id);
  switch (row.type) {
    case "session.start": {
      const { sessionId, copilotVersion: version } = data;
      return [{ type: "session", sessionId, version, cwd: at(data.context, "cwd") }];
    }
    case "system.message":
      return (asText(data.content) ?? "").includes(UNATTENDED)
        ? [{ type: "session", entrypoint: SCRIPT }]
        : [];
    case "user.message": {
      const text = asText(data.content) ?? "";
      return [isOwnQuestion(text) ? askRow(text) : saidRow("user", text, uuid)];
    }
    case "assistant.message": {
      const text = asText(data.content);
      return text === undefined ? [] : [saidRow("assistant", text, uuid)];
    }
    case "tool.execution_start": {
      const isServers = data.mcpToolName !== undefined;
      const { name, input } = isServers
        ? {
          name: mcpName(asText(data.mcpServerName) ?? "", asText(data.mcpToolName) ?? ""),
          input: data.arguments,
        }
        : callNamed(asText(data.toolName) ?? "", data.arguments);
      return [callRow(id, name, input)];
    }
    case "tool.execution_complete": {
      const error = asText(at(data.error, "message"));
      const text = asText(at(data.result, "content")) ?? "";
      const isShells = data.shellExecution !== undefined;
      const fields = error === undefined ? endText(isShells ? "Bash" : "", text) : { error };
      return [resultRow(id, fields)];
    }
    default:
      return [];
  }
}
