import { asObject, asText, at, type WireObject } from "../base/json.ts";
import { isOwnQuestion } from "../base/conversation.ts";
import {
  callFields,
  callRow,
  type Dialect,
  encoded,
  type FileAccess,
  mcpName,
  namedCall,
  promptRows,
  replyFields,
  resultRow,
  runningShell,
  shellResult,
  textRows,
} from "./dialect.ts";
import { SCRIPT_ENTRYPOINT } from "./fields.ts";
import type { Reply } from "./reply.ts";

/** GitHub Copilot CLI. Its payloads mostly have Claude Code's names of tools, its transcript has other names. */
export const COPILOT: Dialect = { owns, payload, answer, rows, hidesInstructions: true };

/** Matches a name `server-tool`. Both parts may contain dashes. */
const MCP_TOOL = /^(mneme|.+)-(.+)$/;

/** The first bytes of the transcript, which contain the system prompt with `UNATTENDED` in it. */
const HEAD_BYTES = 64 * 1024;
/** The last bytes of the transcript, in which the last row of a turn is awaited. */
const TAIL_BYTES = 16 * 1024;
const UNATTENDED = "You are running in non-interactive mode";

/** Returns true for a row of Copilot's transcript: it has `data`, a `parentId` and a type such as `user.message`. */
function owns({ type, data, parentId }: WireObject): boolean {
  return asObject(data) !== undefined && parentId !== undefined && typeof type === "string" &&
    type.includes(".");
}

function payload(given: WireObject, { readStart, readEnd }: FileAccess): WireObject | undefined {
  const translated = sessionOf(given);
  const isFromSubagent = translated.agent_id !== undefined;
  switch (translated.hook_event_name) {
    case "SessionStart":
      return { ...translated, source: given.source === "new" ? "startup" : given.source };
    case "UserPromptSubmit": {
      const prompt = asText(given.prompt) ?? "";
      const isNote = prompt.startsWith("<system_notification>"); // a note of the client
      return isFromSubagent || isNote || isOwnQuestion(prompt) ? undefined : translated;
    }
    case "Stop": {
      if (isFromSubagent) return undefined; // SubagentStop follows
      const path = asText(given.transcript_path);
      // Copilot writes the transcript late: the row with this event's timestamp is the last one of the turn.
      const time = asText(given.timestamp);
      if (path !== undefined && time !== undefined) readEnd(path, TAIL_BYTES, `"timestamp":"${time}"`);
      const isScript = path !== undefined && readStart(path, HEAD_BYTES).includes(UNATTENDED);
      return isScript ? { ...translated, entrypoint: SCRIPT_ENTRYPOINT } : translated;
    }
    case "PreToolUse":
    case "PostToolUse":
    case "PostToolUseFailure":
      return { ...translated, ...callFields(given, MCP_TOOL), ...endOf(given) };
    default:
      return translated;
  }
}

/**
 * Returns the payload with the session of the main agent: a subagent has a session id of its own. SubagentStart comes
 * without a name, with keys in camelCase.
 */
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

function endOf(given: WireObject): WireObject {
  if (given.tool_result === undefined) return {};
  const text = asText(at(given.tool_result, "text_result_for_llm")) ?? "";
  if (at(given.tool_result, "result_type") === "failure") {
    return { hook_event_name: "PostToolUseFailure", error: text };
  }
  return endText(namedCall(given.tool_name, {}).name, text);
}

/** Matches the line before the context of hooks, which the transcript has in the results of calls. */
const ADDED = /Tool (?:"[^"\n]*" )?succeeded\. Additional guidance from postToolUse hooks:/;

/** Returns the result of a call. The last line of a shell's output contains the exit code, or says that it still runs. */
function endText(name: unknown, given: string): WireObject {
  const text = ADDED.test(given) ? given.slice(0, given.search(ADDED)).trimEnd() : given;
  const tail = text.slice(-200);
  const task = /<command [a-z ]*shellId: ([^\s>]+)[^<>]*>\s*$/.exec(tail)?.[1];
  if (task !== undefined) return runningShell(text, task);
  if (name !== "Bash" && name !== "PowerShell") return { tool_response: text };
  const end = /\n?<(?:shellId: \S+ )?(?:command )?(?:completed|exited) with exit code (-?\d+)>\s*$/.exec(
    tail,
  );
  const output = end === null ? text : text.slice(0, -end[0].length);
  return shellResult(output, end?.[1]);
}

/** Copilot reads the context at the top level; for PreToolUse, in Claude Code's place. So both are set. */
function answer(reply: Reply): string {
  const fields = replyFields(reply);
  const text = asText(at(fields.hookSpecificOutput, "additionalContext"));
  return encoded(text === undefined ? fields : { ...fields, additionalContext: text });
}

function rows(row: WireObject, shared: WireObject): WireObject[] {
  const data = asObject(row.data);
  if (data === undefined) return [];
  const agentId = asText(row.agentId);
  const subagent = agentId === undefined ? {} : { isSidechain: true, agentId };
  return rowsOf(row, data, shared.cwd).map((one) => ({ ...subagent, ...one }));
}

function rowsOf(row: WireObject, data: WireObject, cwd: unknown): WireObject[] {
  switch (row.type) {
    case "session.start": {
      const { sessionId, copilotVersion: version } = data;
      return [{ type: "session", sessionId, version, cwd: at(data.context, "cwd") }];
    }
    case "system.message":
      return (asText(data.content) ?? "").includes(UNATTENDED)
        ? [{ type: "session", entrypoint: SCRIPT_ENTRYPOINT }]
        : [];
    case "user.message":
      return promptRows(data.content, row.id);
    case "assistant.message":
      return textRows("assistant", data.content, row.id);
    case "tool.execution_start": {
      const { name, input } = namedCall(data.toolName, data.arguments, { cwd, mcp: MCP_TOOL });
      const [server, tool] = [asText(data.mcpServerName) ?? "", asText(data.mcpToolName)];
      return [callRow(data.toolCallId, { name: tool === undefined ? name : mcpName(server, tool), input })];
    }
    case "tool.execution_complete": {
      const error = asText(at(data.error, "message"));
      const text = asText(at(data.result, "content")) ?? "";
      const isShellTool = data.shellExecution !== undefined;
      const fields = error === undefined ? endText(isShellTool ? "Bash" : "", text) : { error };
      return [resultRow(data.toolCallId, fields)];
    }
    default:
      return [];
  }
}
