// Codex CLI's payloads and transcripts ("rollouts"), translated as `dialect.ts` says.
import { asObject, asObjects, asText, at, parseJson, type WireObject } from "../base/json.ts";
import { asksForSecret } from "./asked_question.ts";
import { callRow, mcpResult, resultRow, shellResult, stopHookRow, textRows, UNDO } from "./claude_rows.ts";
import { type Dialect, type FileAccess, mcpName, namedCall, payloadReader } from "./dialect.ts";
import { PICTURE, SCRIPT_ENTRYPOINT } from "./fields.ts";
import { callOfChanges, type ToolCall } from "./patch.ts";
import { encoded, replyFields } from "./reply.ts";
import { INTERRUPTED } from "./said_text.ts";
import { textOf } from "./transcript_row.ts";

const HEAD_BYTES = 2048; // the first bytes of a rollout say how Codex was started
const OWN_TYPES: readonly unknown[] = ["session_meta", "response_item", "event_msg", "turn_context"];
const TAIL_BYTES: readonly number[] = [16 * 1024, 512 * 1024, 8 * 1024 * 1024]; // are read until a row is found

/** Codex drops a reply with keys outside of `replyFields`, and the middle of a context of over 10,000 bytes. */
export const CODEX: Dialect = {
  owns: ({ type, payload }) => OWN_TYPES.includes(type) && asObject(payload) !== undefined,
  payload: payloadReader({ fields: { prompt_id: ["turn_id"] }, ended: resultOf, adapted }),
  answer: (reply) => encoded(replyFields(reply, (event) => event.replace("Failure", ""))),
  rows,
  maxContextBytes: 9_500,
  hidesQueued: true, // a goal (`/goal`)
};

/** Removes Codex's marks from texts; tells plan mode and a script's session (no rollout, or one of `codex_exec`). */
function adapted(translated: WireObject, files: FileAccess): WireObject | undefined {
  const { hook_event_name: event, agent_id, prompt, last_assistant_message: answer } = translated;
  if (event === "UserPromptSubmit" && agent_id !== undefined) return undefined; // the task of a subagent
  if (!/^(?:UserPromptSubmit|SessionStart|SessionEnd|Stop)$/.test(asText(event) ?? "")) return translated;
  const path = asText(translated.transcript_path);
  const isScript = path === undefined ||
    files.readStart(path, HEAD_BYTES).includes('"originator":"codex_exec"');
  const turn = event === "Stop" && lastRow(path, '"type":"turn_context"', files); // has the mode, which payloads lack
  const mode = at(turn, "payload", "collaboration_mode", "mode") === "plan" && { permission_mode: "plan" };
  const said = typeof answer === "string" && { last_assistant_message: withoutPlanMarks(answer) };
  const typed = typeof prompt === "string" && { prompt: withoutReplyMarks(prompt) };
  return { ...translated, ...said, ...typed, ...mode, ...(isScript && { entrypoint: SCRIPT_ENTRYPOINT }) };
}

const withoutPlanMarks = (answer: string) => answer.replace(/^<\/?proposed_plan>\n?/gm, "");

/** Matches the user's answers to questions that the agent asked without waiting for them. */
const REPLY = /<send_user_message_question_reply>\n([^]*?)\n<\/send_user_message_question_reply>/g;

/** Matches the prompt of a new thread in which an accepted plan is implemented. */
const PLAN_IN_FILE = /^Read the approved plan at [^\n]+ and implement it\.$/;

/** Leaves of such answers the questions and what the user typed or chose, unless it may be a secret. */
function withoutReplyMarks(prompt: unknown): string {
  const text = textOf(prompt).replace(PLAN_IN_FILE, "Implement the plan."); // as in the same thread
  return text.replace(REPLY, (whole, json: string) => {
    const said = asObjects(parseJson(json)).filter(({ answer }) => answer).map(({ question, answer }) =>
      `${question}\n${asksForSecret(String(question)) ? "(answer left out)" : answer}`
    );
    return said.join("\n\n") || whole;
  });
}

function resultOf(given: WireObject, files: FileAccess): WireObject {
  const { tool_name: name, tool_response: response } = given;
  if (typeof response !== "string") return mcpResult(response);
  if (name === "Bash") {
    // Payloads lack the exit code, and of a polled output the start.
    const key = `"type":"CommandExecution","id":${JSON.stringify(given.tool_use_id)}`;
    const item = at(lastRow(given.transcript_path, key, files), "payload", "item");
    return shellResult(asText(at(item, "aggregated_output")) ?? response, at(item, "exit_code"));
  }
  if (name !== "apply_patch") return {};
  const { printed, code } = partsOf(response);
  return code ? shellResult(printed, code) : { tool_response: printed };
}

/** Reads the last row that has the key near its start from the rollout's end. */
function lastRow(path: unknown, key: string, { readEnd }: FileAccess): unknown {
  for (const bytes of TAIL_BYTES) {
    const text = readEnd(asText(path) ?? "", bytes);
    const line = text.split("\n").findLast((one) => one.startsWith("{") && one.slice(0, 600).includes(key));
    if (line !== undefined) return parseJson(line);
    if (text.length < bytes / 4) return undefined; // the whole file, as a character has at most 4 bytes
  }
  return undefined;
}

/** Splits an output from the lines before it: the exit code, or the session or cell in which a command runs on. */
function partsOf(text: string) {
  const heading =
    /(?:^|\n)(?:(?:Process|Script) running with ((?:session|cell) ID \d+)|(?:Process exited with code|Exit code:) (-?\d+))\n/;
  const [found, session, code] = heading.exec(text.slice(0, 400)) ?? [];
  return { session, code: code && Number(code), printed: found ? text.replace(/^[^]*?Output:\n/, "") : text };
}

/** Matches the frame around the output of a script of code mode: JavaScript in which the agent calls tools. */
const SCRIPT_FRAME = /^Script (completed|failed)\nWall time[^\n]*\nOutput:\n\n?(?:Script error:\n)?/;
/** Matches a command in such a script: one literal without a placeholder. Unlimited repeats overflow the stack. */
const SCRIPTED =
  /\btools\.(?:exec|shell)_command\(\{\s*"?(?:cmd|command)"?\s*:\s*("[^"\\]*(?:\\[^][^"\\]*){0,9999}"|'[^'\\]*(?:\\[^][^'\\]*){0,9999}'|`[^`\\$]*(?:(?:\\[^]|\$(?!\{))[^`\\$]*){0,9999}`)\s*[,}]/;

/**
 * Returns the command of a script with one call; of several, the output does not tell which ran, nor how they ended.
 * Patches and calls of MCP tools come as events.
 */
function rowsOfScript(id: unknown, script: string): WireObject[] {
  const inJson = (part: string) =>
    part.length === 1 ? JSON.stringify(part).slice(1, -1) : part.replace(/^\\(?=['`$])/, "");
  const [, literal = ""] = script.match(/\btools\.\w+\(/g)?.length === 1 ? SCRIPTED.exec(script) ?? [] : [];
  const command = asText(parseJson(`"${literal.slice(1, -1).replace(/\\[^]|["\n\r\t]/g, inJson)}"`));
  return command ? [callRow(id, { name: "Bash", input: { command } })] : [];
}

/** Commands that outlast their calls, by their sessions or cells, and by the calls that poll or stop them. */
type RunningCommands = ReadonlyMap<unknown, Readonly<{ callId: unknown; output: string }> | undefined>;

/**
 * Leaves out the rows of a call that a newer rollout (with `ordinal`) repeats as one item at its end, and the copy of
 * another session with which a fork begins. The copy's times are new, but the ids of its turns sort before the fork's.
 */
function rows(row: WireObject, shared: WireObject): WireObject[] {
  const { sessionId, fork, cwd, promptId, running, isFree } = shared;
  const body = asObject(row.payload);
  if (body === undefined || (row.ordinal !== undefined && hasItem(body))) return [];
  const base = body.history_base ? [UNDO] : []; // a fork, or a session after a rewind, goes on with an older rollout
  if (row.type === "session_meta") return sessionId === undefined ? [sessionOf(body), ...base] : [];
  const startsTurn = row.type === "turn_context" || body.type === "task_started";
  if (fork !== undefined && (!startsTurn || String(body.turn_id) < String(fork))) return [];
  if (startsTurn) return [{ type: "session", promptId: body.turn_id ?? promptId, fork: undefined }];
  if (row.type === "event_msg") return rowsOfEvent(body, shared);
  if (row.type !== "response_item") return [];
  if (body.name === "request_permissions") return [{ type: "session", isFree: true }]; // of the sandbox
  if (body.name === GOAL) return [...textRows("queued", body.output), { type: "session", asked: promptId }];
  return rowsOf({ isFree, ...body }, cwd, running instanceof Map ? running : new Map());
}

const CALLS: readonly unknown[] = ["function_call", "custom_tool_call"];
const GOAL = "goal_objective"; // the output with what was typed after `/goal`
const ITEMLESS: readonly unknown[] = ["spawn_agent", "request_user_input", "request_user_input_async"];

/**
 * Returns true for rows that an item repeats: the agent's texts, calls and outputs, but not those of `ITEMLESS`, whose
 * output is JSON. A text of the agent without an item is the summary of a compaction.
 */
function hasItem({ type, name, output, role }: WireObject): boolean {
  if (CALLS.includes(type)) return !ITEMLESS.includes(name);
  return role === "assistant" ||
    output !== undefined && name !== GOAL && !(asText(output) ?? "").startsWith("{");
}

function rowsOf(body: WireObject, cwd: unknown, running: RunningCommands): WireObject[] {
  const { type, name, call_id: callId, output } = body;
  if (type === "message") return rowsOfMessage(body);
  const noted = (id: unknown, command: unknown) => [
    { type: "session", running: new Map<unknown, unknown>(running).set(id, command) },
  ];
  if (CALLS.includes(type)) {
    const input = body.input ?? parseJson(asText(body.arguments) ?? "");
    if (name === "write_stdin") return noted(callId, running.get(`session ID ${at(input, "session_id")}`));
    if (name === "wait") return noted(callId, running.get(`cell ID ${at(input, "cell_id")}`));
    if (name === "exec") return rowsOfScript(callId, textOf(input));
    const call = calledBy(body, input, cwd);
    return call === undefined ? [] : [callRow(callId, call)];
  }
  const framed = textOf(output) || textOf(at(output, "content"));
  const [frame = "", scriptEnd] = SCRIPT_FRAME.exec(framed) ?? [];
  const text = framed.slice(frame.length);
  const { session, code, printed } = partsOf(text);
  const started = running.get(callId) ?? { callId, output: "" };
  const whole = started.output + printed;
  if (session !== undefined) return noted(session, { ...started, output: whole });
  const hasRun = code !== undefined || scriptEnd === "completed";
  const ended = (code === undefined ? jsonEnd(text) : undefined) ??
    (hasRun ? shellResult(whole, code) : undefined);
  return ended === undefined ? [] : [resultRow(started.callId, ended)];
}

function sessionOf(body: WireObject): WireObject {
  // Older versions name a subagent's parent, but not its session. A review has a text here, and is no subagent.
  const subagent = asObject(at(body.source, "subagent"));
  return {
    type: "session",
    sessionId: asText(body.session_id) ?? at(subagent, "thread_spawn", "parent_thread_id") ?? body.id,
    fork: body.forked_from_id === undefined ? undefined : body.id,
    cwd: body.cwd,
    version: body.cli_version,
    ...(body.originator === "codex_exec" || body.source === "exec" ? { entrypoint: SCRIPT_ENTRYPOINT } : {}),
    ...(subagent === undefined ? {} : { isSidechain: true, agentId: body.id, agentType: body.agent_role }),
  };
}

function rowsOfEvent(body: WireObject, { promptId, asked }: WireObject): WireObject[] {
  const { type, message, thread_name: aiTitle, thread_id: sessionId } = body;
  if (type === "thread_name_updated") return [{ type: "ai-title", aiTitle, sessionId }];
  if (type === "turn_aborted") return textRows("user", INTERRUPTED);
  const isSteered = promptId !== undefined && asked === promptId; // the turn has a prompt
  const promptRows = (text: unknown, id?: unknown) => [
    ...textRows(isSteered ? "queued" : "user", withoutReplyMarks(text) || PICTURE, id),
    { type: "session", asked: promptId },
  ];
  if (type === "user_message") return promptRows(message); // of older versions, in place of an item
  const item = type === "item_completed" ? asObject(body.item) : olderItem(body);
  if (item === undefined) return [];
  const ended = (call: { name: string; input: unknown }, fields: WireObject) => [
    callRow(item.id, call),
    resultRow(item.id, fields),
  ];
  if (item.type === "UserMessage") return promptRows(item.content, item.id);
  if (item.type === "AgentMessage" || item.type === "Plan") return answerRows(item);
  if (item.type === "CommandExecution") {
    // A negative code: the command was killed with the session.
    if (item.source === "user_shell" || Number(item.exit_code) < 0) return [];
    const input = { command: lineOf(item.command) ?? "" };
    return ended({ name: "Bash", input }, shellResult(asText(item.aggregated_output) ?? "", item.exit_code));
  }
  if (item.type === "FileChange") {
    const isFailed = item.status === "failed"; // a declined change has another status and did not run
    const call = isFailed || item.status === "completed" ? callOfChanges(item.changes) : undefined;
    const output = asText(item.stdout) ?? "";
    const fields = isFailed ? { error: asText(item.stderr) ?? output } : { tool_response: output };
    return call === undefined ? [] : ended(call, fields);
  }
  if (item.type !== "McpToolCall") return [];
  const name = mcpName(asText(item.server) ?? "", asText(item.tool) ?? "");
  const error = asText(at(item.error, "message"));
  return ended({ name, input: item.arguments }, error === undefined ? mcpResult(item.result) : { error });
}

/** Returns as an item what versions without items tell of an ended call: of an MCP tool, or a patch in code mode. */
function olderItem({ type, call_id: id, invocation, result, ...body }: WireObject): WireObject | undefined {
  if (type === "patch_apply_end" && /^exec-/.test(String(id))) return { ...body, type: "FileChange", id };
  if (type !== "mcp_tool_call_end") return undefined;
  const error = { message: at(result, "Err") };
  return { ...asObject(invocation), type: "McpToolCall", id, result: at(result, "Ok"), error };
}

/** Returns an answer, or the text of a stop hook. Other rows are left out: prompts come as events. */
function rowsOfMessage(body: WireObject): WireObject[] {
  if (body.role === "assistant") return answerRows(body);
  const hook = body.role === "user" &&
    /^<hook_prompt\b[^>]*>([^]*?)(?:<\/hook_prompt>|$)/.exec(textOf(body.content));
  return hook ? [stopHookRow(hook[1] ?? "")] : [];
}

/** Returns a text of the agent. After a final answer, the next prompt is not steered, even if Codex begins no turn. */
function answerRows({ id, text, content, phase }: WireObject): WireObject[] {
  const ended = phase === "final_answer" ? [{ type: "session", asked: undefined }] : [];
  return [...textRows("assistant", withoutPlanMarks(textOf(text ?? content)), id), ...ended];
}

/** Returns the line in `["bash", "-lc", line]`, other words as a line, and a text as it is. */
function lineOf(command: unknown): string | undefined {
  if (!Array.isArray(command)) return asText(command);
  const isShell = command.length === 3 && /(?:sh|cmd|powershell)(?:\.exe)?$/i.test(String(command[0]));
  const quoted = (word: unknown) => /^[\w./@%+,:=-]+$/.test(String(word)) ? word : JSON.stringify(word);
  return isShell ? asText(command[2]) : command.map(quoted).join(" ");
}

/** Returns a call of the model; `undefined` unless it works on files, runs a command, starts a subagent or asks. */
function calledBy({ name, isFree }: WireObject, input: unknown, cwd: unknown): ToolCall | undefined {
  if (ITEMLESS.includes(name) || name === "apply_patch") return namedCall(name, input, { cwd });
  const command = lineOf(at(input, "cmd") ?? at(input, "command"));
  if (command === undefined) return undefined;
  const isOutside = isFree === true || (at(input, "sandbox_permissions") ?? "use_default") !== "use_default";
  return { name: "Bash", input: isOutside ? { command, dangerouslyDisableSandbox: true } : { command } };
}

/** Reads an output in JSON, from `ITEMLESS` tools and older versions. */
function jsonEnd(text: string): WireObject | undefined {
  const old = asObject(text.startsWith("{") ? parseJson(text) : undefined);
  // Newer versions name the task of a subagent.
  if (asText(old?.agent_id ?? old?.task_name) || asObject(old?.answers)) return { tool_response: text };
  const code = at(old, "metadata", "exit_code") ?? old?.exit_code;
  return typeof code === "number" ? shellResult(asText(old?.output) ?? "", code) : undefined;
}
