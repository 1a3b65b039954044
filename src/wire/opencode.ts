import { asObject, asObjects, asText, at, type WireObject } from "../base/json.ts";
import { answerFields, callRow, type Dialect, printed, resultRow, saidRow, shellEnd } from "./dialect.ts";
import type { Reply } from "./reply.ts";
import { mcpName, renamed, type ToolNames } from "./tool_names.ts";
import names from "./tool_names.json" with { type: "json" };
import { textOf } from "./transcript_row.ts";

/** OpenCode, as the plugin that `mneme install` writes hands on what happens in it: events by Claude Code's names. */
export const OPENCODE: Dialect = { owns, payload, answer, rows };

const NAMES: ToolNames = names.opencode;

function owns({ info, parts }: WireObject): boolean {
  return asObject(info) !== undefined && Array.isArray(parts);
}

function payload(given: WireObject): WireObject | undefined {
  if (given.tool_name === "invalid") return undefined; // stands in for a tool that there is none of
  if (given.tool_name !== undefined) return { ...given, ...callOf(given), ...endOf(given) };
  if (given.hook_event_name !== "Stop") return given;
  const { messages, ...told } = given;
  const said = asObjects(messages).flatMap((message) => rows(message));
  const last = asObjects(messages).findLast(({ info }) => asObject(info)?.role === "assistant");
  return { ...told, conversation: said, last_assistant_message: last && textIn(last) };
}

function callOf(given: WireObject): WireObject {
  const { name, input } = callNamed(asText(given.tool_name) ?? "", given.tool_input);
  return { tool_name: name, tool_input: input };
}

/** A tool of a server is `server_tool`, which tools of its own are not named like. */
function callNamed(given: string, givenInput: unknown) {
  const { name, input } = renamed(given, givenInput, NAMES);
  const [, server, tool] = Object.hasOwn(NAMES.tools, given) ? [] : /^([^_]+)_(.+)$/.exec(given) ?? [];
  return { name: server === undefined || tool === undefined ? name : mcpName(server, tool), input };
}

function endOf(given: WireObject): WireObject {
  const response = asObject(given.tool_response);
  return response === undefined
    ? {}
    : endText(given.tool_name, response.output, at(response.metadata, "exit"));
}

function endText(name: unknown, output: unknown, exit: unknown): WireObject {
  if (Array.isArray(output)) return { tool_response: textOf(output) }; // of a server's tool
  if (name !== "bash" || typeof output !== "string") return { tool_response: output ?? "" };
  return shellEnd(output, typeof exit === "number" ? exit : undefined);
}

/** Nobody can be asked at a stop there. */
function answer(reply: Reply): string {
  if (reply.acknowledge || reply.context?.event === "Stop") return "";
  const { decision: _decision, reason: _reason, ...told } = answerFields(reply);
  return printed(told);
}

/** A message with its parts, as the client gives it out and keeps it. */
function rows(row: WireObject): WireObject[] {
  const info = asObject(row.info);
  if (info === undefined) return [];
  const { sessionID, id: uuid } = info;
  const { parent_id, directory, agent } = asObject(row.session) ?? {};
  const helper = asText(parent_id) === undefined
    ? {}
    : { isSidechain: true, agentId: sessionID, agentType: asText(agent) ?? "subagent" };
  const common = {
    sessionId: asText(parent_id) ?? sessionID,
    uuid,
    cwd: directory ?? at(info.path, "cwd"),
    timestamp: isoOf(at(info.time, "created")),
    ...helper,
  };
  const text = textIn(row);
  const type = info.role === "user" ? "user" : "assistant";
  const said = text === "" ? [] : [saidRow(type, text, asText(uuid))];
  const called = asObjects(row.parts).filter((part) => part.type === "tool").flatMap(rowsOfCall);
  return [...said, ...called].map((one) => ({ ...common, ...one }));
}

/** Words that hooks have put beside the user's are synthetic. */
function textIn(row: WireObject): string {
  return asObjects(row.parts)
    .filter(({ type, synthetic, ignored }) => type === "text" && synthetic !== true && ignored !== true)
    .map(({ text }) => asText(text) ?? "").filter((text) => text !== "").join("\n");
}

function rowsOfCall(part: WireObject): WireObject[] {
  const [id, state] = [asText(part.callID) ?? "", asObject(part.state)];
  if (state === undefined || part.tool === "invalid") return [];
  const { name, input } = callNamed(asText(part.tool) ?? "", state.input);
  const called = { ...callRow(id, name, input), timestamp: isoOf(at(state.time, "start")) };
  const ended = state.status === "completed"
    ? endText(part.tool, state.output, at(state.metadata, "exit"))
    : state.status === "error"
    ? { error: asText(state.error) ?? "" }
    : undefined;
  return ended === undefined ? [called] : [
    called,
    { ...resultRow(id, ended), timestamp: isoOf(at(state.time, "end")) },
  ];
}

/** The moment of a row from milliseconds; what is none is absent. */
function isoOf(ms: unknown): string | undefined {
  return typeof ms === "number" && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : undefined;
}
