// GitHub Copilot CLI's payloads and transcripts, translated as `dialect.ts` says.
import { asObject, asObjects, asText, at, type WireObject } from "../base/json.ts";
import { isOwnQuestion, QUESTION_TOOL } from "../base/conversation.ts";
import { promptRows, rememberedCall, resultRow, runningShell, shellResult, textRows } from "./claude_rows.ts";
import names from "./client_names.json" with { type: "json" };
import { type Dialect, type FileAccess, mcpName, namedCall, payloadReader } from "./dialect.ts";
import { SCRIPT_ENTRYPOINT } from "./fields.ts";
import { encoded, type Reply, replyFields } from "./reply.ts";
import { saidByUser } from "./said_text.ts";

export const COPILOT: Dialect = {
  // The types have a dot, as in `user.message`.
  owns: ({ type, data, parentId }) =>
    asObject(data) !== undefined && parentId !== undefined && asText(type)?.includes(".") === true,
  // SubagentStart comes without the name of the event.
  payload: (given, files) =>
    readPayload({ hook_event_name: given.agent_id && "SubagentStart", ...given }, files),
  answer,
  rows,
  pathFields: (path, read) => startFields(read(path.replace(/^.*[\\/]/, ""))),
  hidesInstructions: true,
  hidesQueued: true,
};

/** Matches `server-tool`, divided at the last dash (`mneme-…`: the first). `matchCapture` ignores the place. */
const MCP_TOOL = /^(mneme|.+)-(.+)$/;

const readPayload = payloadReader({
  fields: names.fields.copilot, // a subagent's work belongs to its parent's session
  mcp: MCP_TOOL,
  ended: endOf,
  adapted,
});

const [HEAD_BYTES, TAIL_BYTES] = [64 * 1024, 16 * 1024]; // hold the first system prompt, and a turn's last row
/** Stands in the first system prompt if a script started the client. A subagent's prompt may have it in any session. */
const UNATTENDED = "You are running in non-interactive mode";
/** Matches what Copilot puts before a prompt in plan mode. */
const PLAN_MARK = /^\[\[PLAN\]\] (?:I want to create an implementation plan\.[^]*?\n\nMy request: )?/;

function adapted(translated: WireObject, { readStart, readEnd }: FileAccess): WireObject | undefined {
  const { hook_event_name: event, source } = translated;
  const isFromSubagent = translated.agent_id !== undefined;
  if (event === "SessionStart") return { ...translated, source: source === "new" ? "startup" : source };
  if (event === "UserPromptSubmit") {
    const prompt = (asText(translated.prompt) ?? "").replace(PLAN_MARK, "");
    const isOfClient = prompt !== "" && saidByUser(prompt) === "";
    return isFromSubagent || isOfClient || isOwnQuestion(prompt) ? undefined : { ...translated, prompt };
  }
  if (event !== "Stop") return translated;
  if (isFromSubagent) return undefined; // SubagentStop follows
  const path = asText(translated.transcript_path);
  // Waits for the row with this event's timestamp: it follows the turn's rows. (The tests' fixtures lack such rows.)
  const time = asText(translated.timestamp);
  const isCli = path?.includes("session-state") === true; // VS Code runs the same hooks, and writes no such row
  if (isCli && time !== undefined) readEnd(path, TAIL_BYTES, `"timestamp":"${time}"`);
  return { ...translated, ...startFields(path === undefined ? "" : readStart(path, HEAD_BYTES)) };
}

/** Returns the fields of a session by its transcript's head: the first system prompt may follow the user's prompt. */
function startFields(head: string): WireObject {
  return {
    entrypoint: entrypointIn(head.split("\n").find((row) => row.includes('"type":"system.message"'))),
  };
}

const entrypointIn = (prompt: unknown) =>
  asText(prompt)?.includes(UNATTENDED) ? SCRIPT_ENTRYPOINT : undefined;

function endOf(given: WireObject, _: FileAccess, tool: string): WireObject {
  if (given.tool_result === undefined) { // of VS Code: only the text of a command that failed has an exit code
    const response = tool === "Bash" ? given.tool_response : undefined;
    const [, output, code] = /^([^]*)\nCommand exited with code (-?\d+)\s*$/.exec(String(response)) ?? [];
    return typeof response === "string" ? shellResult(output ?? response, code) : {};
  }
  const text = asText(at(given.tool_result, "text_result_for_llm")) ?? "";
  const isFailure = at(given.tool_result, "result_type") === "failure";
  if (isFailure) return { hook_event_name: "PostToolUseFailure", error: text };
  return endText(tool, text, given.tool_input);
}

/** Matches the line after which the client adds the context of hooks to a call's result. */
const ADDED = /^Tool (?:"[^"\n]*" )?succeeded\. Additional guidance from postToolUse hooks:/m;

/** Returns the fields of a result. A shell's last line has the exit code, or says that the command still runs. */
function endText(name: unknown, given: string, input: unknown): WireObject {
  const text = ADDED.test(given) ? given.slice(0, given.search(ADDED)).trimEnd() : given;
  const tail = text.slice(-200);
  const end = /\n?<(?:[a-z ]*shellId: (\S+) |command )?(?:completed|exited) with exit code (-?\d+)>\s*$/
    .exec(tail);
  const task = end === null ? /<command [a-z ]*shellId: ([^\s>]+)[^<>]*>\s*$/.exec(tail)?.[1] : undefined;
  if (task !== undefined) return runningShell(text, task);
  const output = end === null ? text : text.slice(0, -end[0].length);
  if (name === "BashOutput" && end !== null) {
    return { tool_response: { stdout: output, shellId: end[1], exitCode: Number(end[2]) } };
  }
  const [, answer] = name === QUESTION_TOOL && /^User (?:selected|responded): ([^]*)$/.exec(text) || [];
  if (answer) return { tool_response: { ...asObject(input), ...answered(input, saidByUser(answer)) } };
  if (name !== "Bash" && name !== "PowerShell") return { tool_response: text };
  return shellResult(output, end?.[2]);
}

/** Returns the answers in `a=1, b=2`, by the names of form fields; any other text is the answer to all questions. */
function answered(input: unknown, said: string): WireObject {
  const ids = asObjects(at(input, "questions")).map(({ id }) => RegExp.escape(String(id))).join("|");
  const pairs = said.matchAll(new RegExp(`(?:^|, )(${ids})=(.*?)(?=, (?:${ids})=|$)`, "gs"));
  const answers = Object.fromEntries(pairs.map(([, id = "", answer]) => [id, answer]));
  return said.startsWith(`${Object.keys(answers)[0]}=`) ? { answers } : { response: said };
}

/** Copilot reads the context at the top level, that of PreToolUse in `hookSpecificOutput`. So it stands in both. */
function answer(reply: Reply): string {
  const fields = replyFields(reply);
  const text = asText(at(fields.hookSpecificOutput, "additionalContext"));
  return encoded(text === undefined ? fields : { ...fields, additionalContext: text });
}

function rows(row: WireObject, shared: WireObject): WireObject[] {
  const data = asObject(row.data);
  const agentId = asText(row.agentId);
  if (data === undefined || (row.type === "system.message" && agentId !== undefined)) return [];
  const subagent = agentId === undefined ? {} : { isSidechain: true, agentId };
  return rowsOf(row, data, shared).map((one) => one.type === "session" ? one : { ...subagent, ...one });
}

function rowsOf(row: WireObject, data: WireObject, shared: WireObject): WireObject[] {
  // Messages that a skill, an agent or the client wrote have another `source`.
  if (row.type === "user.message" && (data.source ?? "user") === "user") {
    if (data.delivery === "steering") return textRows("queued", data.content, row.id);
    return promptRows(data.content, row.id);
  }
  if (row.type === "assistant.message") return textRows("assistant", data.content, row.id);
  if (row.type === "session.task_complete") return textRows("assistant", data.summary, row.id);
  if (row.type === "session.start") {
    const { sessionId, copilotVersion: version } = data;
    return [{ type: "session", sessionId, version, cwd: at(data.context, "cwd") }];
  }
  if (row.type === "system.message") return [{ type: "session", entrypoint: entrypointIn(data.content) }];
  if (row.type === "tool.execution_start") {
    const { name, input } = namedCall(data.toolName, data.arguments, { cwd: shared.cwd, mcp: MCP_TOOL });
    const [server, tool] = [asText(data.mcpServerName) ?? "", asText(data.mcpToolName)];
    const call = { name: tool === undefined ? name : mcpName(server, tool), input };
    return rememberedCall(data.toolCallId, call, shared);
  }
  // Skips refused calls, whose results no hook gets.
  if (row.type !== "tool.execution_complete" || at(data.error, "code") === "denied") return [];
  const error = asText(at(data.error, "message"));
  const text = asText(at(data.result, "content")) ?? "";
  const call = asObject(at(shared.calls, String(data.toolCallId)));
  const { name = data.shellExecution ? "Bash" : "", input } = call ?? {};
  return [resultRow(data.toolCallId, error === undefined ? endText(name, text, input) : { error })];
}
