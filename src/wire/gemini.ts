// Gemini CLI's payloads and transcripts, translated as `dialect.ts` says.
import { asObject, asObjects, asText, at, parseJson, type WireObject } from "../base/json.ts";
import { isOwnQuestion } from "../base/conversation.ts";
import { callRow, promptRows, resultRow, shellResult, textRows } from "./claude_rows.ts";
import { type Dialect, type FileAccess, mcpName, namedCall, payloadReader } from "./dialect.ts";
import { encoded, replyFields } from "./reply.ts";
import { GEMINI_REFUSAL } from "./tool_results.ts";
import names from "./client_names.json" with { type: "json" };
import { textOf } from "./transcript_row.ts";

/** Gemini CLI's names of events, by Claude Code's. PreCompress is left out: it comes before every request. */
export const GEMINI_EVENTS: Readonly<Record<string, string>> = names.events.gemini;

const TAIL_BYTES = 64 * 1024; // the end of the transcript, which has the last text when a turn ends
const MCP_TOOL = /^mcp_([^_]+)_(.+)$/; // guesses where the server's name ends; payloads also give that name
/** Matches the file of a subagent's session, in a folder with the id of the main agent's session. */
const SUBAGENT_FILE = /[\\/]chats[\\/]([^\\/]+)[\\/][^\\/]+\.jsonl$/;
const END_LINE = /^(?:Exit Code|Signal|Background PIDs|Process Group PGID): /; // not `Error`: output often begins so

export const GEMINI: Dialect = {
  // Only the first row of a file has these.
  owns: ({ projectHash, sessionId }) => typeof projectHash === "string" && sessionId !== undefined,
  payload: payloadReader({
    events: GEMINI_EVENTS,
    fields: { last_assistant_message: ["prompt_response"] },
    mcp: MCP_TOOL,
    ended: endOf,
    adapted,
  }),
  answer: (reply) =>
    encoded(replyFields(reply, (event) => GEMINI_EVENTS[event.replace("Failure", "")] ?? event)),
  rows,
  pathFields: (path) => ({ sessionId: SUBAGENT_FILE.exec(path)?.[1] }),
  unheard: ["pre-tool-use"],
};

function adapted(payload: WireObject, files: FileAccess): WireObject | undefined {
  const server = asText(at(payload.mcp_context, "server_name"));
  const tool = asText(at(payload.mcp_context, "tool_name")) ?? "";
  if (server !== undefined) return { ...payload, tool_name: mcpName(server, tool) };
  if (payload.hook_event_name === "Stop") return withLastText(payload, files);
  if (payload.hook_event_name !== "UserPromptSubmit") return payload;
  const prompt = withoutContext(asText(payload.prompt) ?? "");
  return prompt === "" || isOwnQuestion(prompt) ? undefined : { ...payload, prompt };
}

/** The event gives all texts of the turn as one, with blanks between the parts that were received. */
function withLastText(payload: WireObject, { readEnd }: FileAccess): WireObject {
  const lines = readEnd(asText(payload.transcript_path) ?? "", TAIL_BYTES).split("\n");
  const texts = lines.map((line) => asObject(parseJson(line)))
    .map((row) => row?.type === "gemini" ? textOf(row.content).trim() : "");
  const last = texts.findLast((text) => text !== "") ?? "";
  const bare = (text: unknown) => asText(text)?.replace(/\s+/g, "") ?? "";
  const isOfTurn = last !== "" && bare(payload.prompt_response).endsWith(bare(last));
  return isOfTurn ? { ...payload, last_assistant_message: last } : payload;
}

/** The client inserts the context of hooks before the user's text. */
function withoutContext(text: string): string {
  return text.replace(/<hook_context>[\s\S]*?<\/hook_context>/g, "").trim();
}

function endOf(given: WireObject): WireObject {
  const response = asObject(given.tool_response);
  const error = asText(at(response?.error, "message"));
  if (error !== undefined) return { hook_event_name: "PostToolUseFailure", tool_response: undefined, error };
  return response?.llmContent === undefined ? {} : endText(given.tool_name, textOf(response.llmContent));
}

/** The text of a shell call names the exit code unless it is 0, and a signal that ended the command. */
function endText(name: unknown, text: string): WireObject {
  const inside = text.replace(/\n\n<hook_context>[^]*<\/hook_context>\s*$/, "")
    .replace(/^<untrusted_context>\n/, "").replace(/\n<\/untrusted_context>\s*$/, "");
  if (name !== "run_shell_command") return { tool_response: inside };
  const lines = inside.replace(/\n$/, "").split("\n"); // one pattern for all lines is slow
  const tail = lines.splice(lines.findLastIndex((line) => !END_LINE.test(line)) + 1).join("\n");
  const code = /^Exit Code: (-?\d+)/m.exec(tail)?.[1];
  const output = lines.join("\n").replace(/^Output: /, "");
  // The text of a call that was cancelled, or moved to the background, lacks "Output: ".
  const isZero = inside.startsWith("Output: ") && !/^Signal: /m.test(tail);
  return shellResult(output === "(empty)" ? "" : output, code ?? (isZero ? 0 : undefined));
}

function rows(row: WireObject, shared: WireObject): WireObject[] {
  const { sessionId: id, projectHash, kind, directories } = row;
  if (projectHash !== undefined && kind === "subagent" && shared.sessionId !== undefined) {
    return [{ type: "session", isSidechain: true, agentId: id, agentType: kind, cwd: at(directories, 0) }];
  }
  if (projectHash !== undefined) return [{ type: "session", sessionId: id }];
  const first = asObjects(at(row.$set, "messages"))[0];
  const folder = /Workspace Directories:\*\*\n\s+- (\S[^\n]*)/.exec(textOf(first?.content))?.[1];
  return folder === undefined ? rowsOf(row) : [{ type: "session", cwd: folder }];
}

/** A message comes first as text alone, then again with its ended calls; that row gives only the calls. */
function rowsOf(row: WireObject): WireObject[] {
  const text = textOf(row.content);
  if (row.type === "user") {
    const prompt = withoutContext(text);
    return prompt.startsWith("<session_context>") ? [] : promptRows(prompt, row.id);
  }
  if (row.type !== "gemini") return [];
  const calls = asObjects(row.toolCalls);
  if (calls.length === 0) return textRows("assistant", text, row.id);
  return calls.flatMap((call) => {
    const timestamp = call.timestamp ?? row.timestamp;
    const response = at(call.result, 0, "functionResponse", "response");
    const error = asText(at(response, "error"));
    const output = asText(at(response, "output")) ?? "";
    const called = { ...callRow(call.id, namedCall(call.name, call.args, { mcp: MCP_TOOL })), timestamp };
    if (response === undefined || GEMINI_REFUSAL.test(error ?? "")) return [called];
    const ended = error === undefined ? endText(call.name, output) : { error };
    return [called, { ...resultRow(call.id, ended), timestamp }];
  });
}
