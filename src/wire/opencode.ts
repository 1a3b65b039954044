// OpenCode's payloads (from the plugin of `mneme install`) and messages, translated as `dialect.ts` says.
import { asObject, asObjects, asText, at, type WireObject } from "../base/json.ts";
import { callRow, isoOf, mcpResult, resultRow, shellResult, textRows } from "./claude_rows.ts";
import { type Dialect, namedCall, payloadReader } from "./dialect.ts";
import { encoded, type Reply, replyFields } from "./reply.ts";
import { INTERRUPTED } from "./said_text.ts";
import { textOf } from "./transcript_row.ts";

export const OPENCODE: Dialect = {
  owns: ({ info, parts }) => asObject(info) !== undefined && Array.isArray(parts),
  payload: (given, files) => given.tool_name === "invalid" ? undefined : readPayload(given, files), // an unusable call
  answer,
  rows,
  losesStart: true, // the plugin adds that text to the system prompt
  unheard: ["pre-tool-use", "stop"], // the plugin runs these hooks, but OpenCode takes no context from them
};

const MCP_TOOL = /^([^_]+)_(.+)$/; // of a server's name with "_", the second part goes to the tool's name
const readPayload = payloadReader({ mcp: MCP_TOOL, ended: endOf, adapted });

const SUMMARY = "compaction"; // the mode of a compaction's summary, which is no answer to a prompt

/** Ignores the end of a turn that the user broke off, of which Claude Code tells no hook either. */
function adapted(given: WireObject): WireObject | undefined {
  if (given.hook_event_name !== "Stop") return given;
  const { messages, ...rest } = given;
  const last = asObjects(messages)
    .findLast(({ info }) => at(info, "role") === "assistant" && at(info, "mode") !== SUMMARY);
  return isBrokenOff(last) ? undefined : {
    ...rest,
    conversation: asObjects(messages).flatMap(rows),
    last_assistant_message: last && textIn(last),
  };
}

const isBrokenOff = (message: unknown) => at(message, "info", "error", "name") === "MessageAbortedError";

function endOf(given: WireObject): WireObject {
  const response = asObject(given.tool_response);
  if (response === undefined) return {};
  const { output, isError, metadata } = response;
  if (isError === true) return mcpResult({ content: output, isError });
  return endText(given.tool_name, output, metadata);
}

function endText(name: unknown, output: unknown, metadata: unknown): WireObject {
  if (Array.isArray(output)) return { tool_response: textOf(output) }; // from an MCP tool
  const chosen = name === "question" ? at(metadata, "answers") : undefined; // for each question, a list
  if (Array.isArray(chosen)) return { tool_response: { answers: { ...chosen } } };
  if (name !== "bash" || typeof output !== "string") return { tool_response: output ?? "" };
  return shellResult(output, at(metadata, "exit"));
}

/** Leaves out decisions: the plugin refuses nothing, and OpenCode cannot send the agent back to work at a stop. */
function answer(reply: Reply): string {
  if (reply.context?.event === "Stop") return "";
  const { decision: _decision, reason: _reason, ...fields } = replyFields(reply);
  return encoded(fields);
}

/** Returns the rows of a message with its parts, as in the plugin's payload and the client's database. */
function rows(row: WireObject): WireObject[] {
  const info = asObject(row.info);
  if (info === undefined || info.mode === SUMMARY) return [];
  const { sessionID, id: uuid } = info;
  const { parent_id, directory, agent } = asObject(row.session) ?? {};
  const parent = asText(parent_id);
  const common = {
    sessionId: parent ?? sessionID,
    uuid,
    cwd: directory ?? at(info.path, "cwd"),
    timestamp: isoOf(at(info.time, "created")),
    ...parent && { isSidechain: true, agentId: sessionID, agentType: asText(agent) ?? "subagent" },
  };
  const said = textRows(info.role === "user" ? "user" : "assistant", textIn(row), uuid);
  const called = asObjects(row.parts).filter((part) => part.type === "tool")
    .flatMap((part) => rowsOfCall(part, common.cwd));
  const end = isBrokenOff(row) ? textRows("user", INTERRUPTED) : [];
  return [...said, ...called, ...end].map((one) => ({ ...common, ...one }));
}

/** Leaves out `synthetic` parts, which nobody typed, and `ignored` ones, which the model does not get. */
function textIn(row: WireObject): string {
  return asObjects(row.parts).filter(({ synthetic, ignored }) => synthetic !== true && ignored !== true)
    .map(saidIn).filter((text) => text !== "").join("\n");
}

/** A `subtask` has the slash command that the user typed or, if a program started the subagent, only a prompt. */
function saidIn({ type, text, command, prompt }: WireObject): string {
  if (type === "subtask") return asText(command) ? `/${command}` : asText(prompt) ?? "";
  return type === "text" ? asText(text) ?? "" : "";
}

function rowsOfCall(part: WireObject, cwd: unknown): WireObject[] {
  const state = asObject(part.state);
  if (state === undefined || part.tool === "invalid") return []; // a call of a missing tool, or with wrong input
  const call = namedCall(part.tool, state.input, { cwd, mcp: MCP_TOOL });
  const called = { ...callRow(part.callID, call), timestamp: isoOf(at(state.time, "start")) };
  if (state.status !== "completed" && state.status !== "error") return [called];
  const ended = state.status === "error"
    ? { error: asText(state.error) ?? "" }
    : endText(part.tool, state.output, state.metadata);
  return [called, { ...resultRow(part.callID, ended), timestamp: isoOf(at(state.time, "end")) }];
}
