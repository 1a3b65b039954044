// Qwen Code's payloads and transcripts, translated as `dialect.ts` says.
import { asObject, asObjects, asText, at, type WireObject } from "../base/json.ts";
import { ASK_OPENING, isOwnQuestion } from "../base/conversation.ts";
import { callRow, resultRow, runningShell, shellResult, stopHookRow, textRows, UNDO } from "./claude_rows.ts";
import { type Dialect, type FileAccess, namedCall, payloadReader } from "./dialect.ts";
import { encoded, replyFields } from "./reply.ts";
import { textOf } from "./transcript_row.ts";

export const QWEN: Dialect = {
  owns: ({ message, sessionId }) => Array.isArray(at(message, "parts")) && sessionId !== undefined,
  payload: payloadReader({ fields: { tool_use_id: ["tool_call_id"] }, ended: resultOf, adapted }),
  answer: (reply) => encoded(replyFields(reply)),
  rows,
  losesStart: true, // the client adds that text to the system prompt
  unheard: ["pre-tool-use"],
  hidesQueued: true,
};

/** Returns the text that the user typed; `undefined` where the client displays only how long a pasted part is. */
function wholeText(displayed: unknown): string | undefined {
  const text = asText(displayed); // undefined also for ""
  return text && /\[Pasted Content \d+ chars\]/.test(text) ? undefined : text;
}

/** Ignores prompts that nobody typed: empty ones in a turn, subagents', mneme's asks. Gives background tasks a type. */
function adapted(payload: WireObject): WireObject | undefined {
  if (payload.hook_event_name === "UserPromptSubmit") {
    const prompt = wholeText(payload.submitted_prompt) ?? asText(payload.prompt);
    const isOwn = payload.submitted_prompt === undefined && isOwnQuestion(prompt ?? "");
    if (prompt === undefined || payload.agent_id !== undefined || isOwn) return undefined;
    return { ...payload, prompt };
  }
  if (payload.hook_event_name !== "Stop") return payload;
  const typeOf = ({ agent_type }: WireObject) => agent_type === undefined ? "shell" : "subagent";
  const tasks = asObjects(payload.background_tasks).map((task) => ({ type: typeOf(task), ...task }));
  return { ...payload, background_tasks: tasks };
}

function resultOf({ error, tool_input, tool_response }: WireObject, _: FileAccess, tool: string): WireObject {
  const content = error ?? at(tool_response, "llmContent");
  if (content === undefined) return {};
  const answered = answersIn(at(tool_response, "returnDisplay")) ??
    answersIn(answersTold(tool_input, textOf(content)));
  if (answered !== undefined) return answered;
  return { error: undefined, tool_response: undefined, ...endOf(tool, textOf(content), error !== undefined) };
}

/** Returns the fields for answered questions, by what the client displays; `undefined` for other calls. */
function answersIn(display: unknown): WireObject | undefined {
  const answers = asObjects(at(display, "answers")).map(({ question, answer }) => [question, answer]);
  return answers.length === 0 ? undefined : { tool_response: { answers: Object.fromEntries(answers) } };
}

/** Reads answers from the text for the model: a terminal gives a hook nothing else. */
function answersTold(input: unknown, text: string): WireObject {
  const answerTo = (header: unknown) => text.split(`**${header}**: `)[1]?.split("\n**")[0];
  const answers = asObjects(at(input, "questions")).map((one) => ({ ...one, answer: answerTo(one.header) }));
  return { answers: answers.filter(({ answer }) => answer) };
}

function endOf(name: string, text: string, isError: boolean): WireObject {
  if (name !== "Bash") return isError ? { error: text } : { tool_response: text };
  return shellText(text) ?? (isError ? { error: text } : shellResult(text, undefined));
}

/** Matches the result of a command that was started in the background, or moved there by the user. */
const IN_BACKGROUND =
  /^(?:Background shell started\.\nid: |Foreground command "[^]*?" promoted to background as )([\w-]+)/;

function shellText(text: string): WireObject | undefined {
  const task = IN_BACKGROUND.exec(text)?.[1];
  if (task !== undefined) return runningShell(text, task);
  const end = text.lastIndexOf("\nError: "); // the output may have such lines
  const tail = /^\nError: ([\s\S]*?)\nExit Code: (-?\d+|\(none\))\n/.exec(text.slice(end));
  const start = text.indexOf("\nOutput: ");
  if (tail === null || start < 0) return undefined;
  const output = text.slice(start + "\nOutput: ".length, end).replace(/^\(empty\)$/, "");
  const error = tail[1] === "(none)" ? "" : tail[1];
  return shellResult([output, error].filter((part) => part !== "").join("\n"), tail[2]);
}

/**
 * Except for the message, the fields of a row have Claude Code's names. The transcript lacks mneme's ask: it is added
 * where the agent calls mneme after an answer (`hasAnswered`).
 */
function rows(row: WireObject, { hasAnswered }: WireObject): WireObject[] {
  const { sessionId, cwd, version, isSidechain, agentId, uuid } = row;
  const common = { sessionId, cwd, version, isSidechain, agentId, uuid };
  const told: WireObject[] = rowsOf(row).map((one) => ({ ...common, ...one }));
  if (isSidechain === true || (row.type !== "user" && row.type !== "assistant")) return told;
  const called = told.flatMap((one) => asText(at(one.message, "content", 0, "name")) ?? []);
  const isAsked = hasAnswered === true && called.some((name) => name.startsWith("mcp__mneme__"));
  const ask = isAsked ? [{ ...common, ...stopHookRow(ASK_OPENING) }] : [];
  const isAnswer = row.type === "assistant" && told.length > 0 && called.length === 0;
  return [{ type: "session", hasAnswered: isAnswer }, ...ask, ...told];
}

/** Matches what an editor (ACP) puts before words that were typed during a turn; the terminal puts nothing. */
const IN_TURN = /^\n\[User message received during tool execution\]: /;

function rowsOf(row: WireObject): WireObject[] {
  const parts = asObjects(at(row.message, "parts"));
  const text = parts.filter(({ thought }) => thought !== true).map((part) => asText(part.text) ?? "")
    .filter((part) => !part.startsWith("<qwen:user-prompt-submit-context>")).join("");
  if (row.type === "assistant") return [...textRows("assistant", text, row.uuid), ...parts.flatMap(calledIn)];
  if (row.type === "tool_result") {
    if (at(row.toolCallResult, "executionStatus") === "not_started") return []; // hooks do not hear of such a call
    return parts.flatMap((part) => endedIn(part, answersIn(at(row.toolCallResult, "resultDisplay"))));
  }
  if (row.type !== "user") return row.subtype === "rewind" ? [UNDO] : [];
  if (row.subtype === "notification") return [{ type: "user", message: { content: text } }];
  if (row.subtype === "mid_turn_user_message") return textRows("queued", text.replace(IN_TURN, ""), row.uuid);
  const { hookContext, displayText } = asObject(row.systemPayload) ?? {};
  // The client itself wrote such a text. The task of a subagent stays, as in a transcript of Claude Code.
  if (row.provenance !== undefined && row.provenance !== "real_user" && row.isSidechain !== true) return [];
  const typed = hookContext === undefined ? undefined : wholeText(displayText); // the hook's context is in the text
  return textRows("user", typed ?? text, row.uuid);
}

function calledIn({ functionCall }: WireObject): WireObject[] {
  const call = asObject(functionCall);
  return call === undefined ? [] : [callRow(call.id, namedCall(call.name, call.args))];
}

function endedIn({ functionResponse }: WireObject, answered: WireObject | undefined): WireObject[] {
  const ended = asObject(functionResponse);
  const response = asObject(ended?.response);
  if (ended === undefined || response === undefined) return [];
  const error = asText(response.error);
  const text = error ?? asText(response.output) ?? "";
  return [resultRow(ended.id, answered ?? endOf(namedCall(ended.name, {}).name, text, error !== undefined))];
}
