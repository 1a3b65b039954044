// Kimi Code's payloads and transcripts, translated as `dialect.ts` says.
import { QUESTION_TOOL } from "../base/conversation.ts";
import { asObject, asText, at, parseJson, type WireObject } from "../base/json.ts";
import {
  callRow,
  isoOf,
  rememberedCall,
  resultRow,
  runningShell,
  shellResult,
  stopHookRow,
  textRows,
  UNDO,
} from "./claude_rows.ts";
import names from "./client_names.json" with { type: "json" };
import { type Dialect, type FileAccess, namedCall, payloadReader } from "./dialect.ts";
import { PICTURE } from "./fields.ts";
import { encoded, type Reply, replyFields } from "./reply.ts";
import { textOf } from "./transcript_row.ts";

/** Kimi Code accepts context with a prompt only, so the first prompt brings that of the session start. */
export const KIMI: Dialect = {
  owns: ({ type, protocol_version }) => type === "metadata" && protocol_version !== undefined,
  payload: payloadReader({ fields: names.fields.kimi, ended: resultOf, adapted }),
  answer,
  rows: (row, shared) => rowsOf(row, shared).map((one) => ({ timestamp: isoOf(row.time), ...one })),
  pathFields,
  startsWithPrompt: true,
  unheard: ["pre-tool-use", "post-tool-use", "subagent-start"],
  hidesInstructions: true,
  hidesQueued: true,
  transcript: {
    variable: "KIMI_CODE_HOME",
    folder: ".kimi-code",
    file: (session) => `${session}/agents/main/wire.jsonl`,
  },
};

const CUT_UNITS = 2000; // the client cuts outputs in payloads at this length; the transcript has them whole
const TAIL_BYTES = 256 * 1024; // the end of a transcript in which results and unfinished calls are searched
/** A call stands near the end of its transcript while its hooks run; a session may have a hundred transcripts. */
const CALL_BYTES = 64 * 1024;

function adapted(payload: WireObject, files: FileAccess): WireObject | undefined {
  const { hook_event_name: event, prompt } = payload;
  if (event === "UserPromptSubmit") return { ...payload, prompt: textOf(prompt) };
  if (event === "Stop" && isFromSubagent(payload, files)) return undefined;
  return { ...payload, agent_id: callerOf(payload, files).agent };
}

/** Finds the transcript that has the call, and the id of its subagent, as payloads lack it. */
function callerOf({ transcript_path, tool_call_id: id }: WireObject, { readEnd }: FileAccess) {
  const main = asText(id) && asText(transcript_path);
  const [, folder = "", file] = /^(.*[\\/])main([\\/]wire\.jsonl)$/.exec(main ?? "") ?? [];
  for (let agent = "main", n = 0; file !== undefined; agent = `agent-${n++}`) {
    const path = folder + agent + file;
    const text = readEnd(path, CALL_BYTES);
    const isCaller = text.includes(`"toolCallId":${JSON.stringify(id)}`);
    if (isCaller) return { path, agent: agent === "main" ? undefined : agent };
    if (text === "") break;
  }
  return { path: main, agent: undefined };
}

function resultOf(given: WireObject, files: FileAccess, tool: string): WireObject {
  const error = asText(at(given.error, "message")) ?? asText(given.error);
  if (error === undefined && given.tool_output === undefined) return {};
  const excerpt = textOf(given.tool_output);
  const output = excerpt.length >= CUT_UNITS ? wholeOutput(given, files) || excerpt : excerpt;
  return { error: undefined, tool_response: undefined, ...endOf(tool, output, error) };
}

/** Waits for the whole output in the transcript, which the client writes a moment after the event. */
function wholeOutput(given: WireObject, files: FileAccess): string {
  const { path } = callerOf(given, files);
  if (path === undefined) return "";
  const key = `"toolCallId":${JSON.stringify(given.tool_call_id)},"result":`;
  const line = files.readEnd(path, TAIL_BYTES, key).split("\n").findLast((one) => one.includes(key));
  return textOf(at(parseJson(line ?? ""), "event", "result", "output"));
}

/** Matches the end of a failed command's output, with remarks that the client cut and saved it. */
const FAILED_END =
  /\n?Command failed with exit code: (-?\d+)\.(?: Output is truncated[^\n]*)?(?:\n\n\[Full output saved\][^]*)?\s*$/;

/** Returns the fields for a result. A command that outlasts its limit goes on as a task in the background. */
function endOf(name: unknown, output: string, error: string | undefined): WireObject {
  if (error === undefined) {
    const task = /^task_id: (\S+)\npid: /.exec(output)?.[1];
    if (name !== "Bash") return { tool_response: output };
    return task === undefined ? shellResult(output, 0) : runningShell(output, task);
  }
  const end = name === "Bash" ? FAILED_END.exec(error) : null;
  return end === null ? { error } : shellResult(error.slice(0, end.index), end[1]);
}

/** Returns true if a call of `Agent` or `AgentSwarm` of this turn is unfinished: a subagent stopped. */
function isFromSubagent({ transcript_path }: WireObject, { readEnd }: FileAccess): boolean {
  const open = new Set<unknown>();
  for (const row of readEnd(asText(transcript_path) ?? "", TAIL_BYTES).split("\n").map(parseJson)) {
    const event = at(row, "event");
    if (at(row, "type") === "turn.prompt") open.clear(); // calls that ended with the client have no result
    const isStart = at(event, "type") === "tool.call" && /^Agent(?:Swarm)?$/.test(String(at(event, "name")));
    if (isStart) open.add(at(event, "toolCallId"));
    if (at(event, "type") === "tool.result") open.delete(at(event, "toolCallId"));
  }
  return open.size > 0;
}

/** Kimi Code accepts context as `message`. Denying the stop like a tool call makes the agent go on. */
function answer(reply: Reply): string {
  const { reason } = replyFields(reply);
  if (reason) {
    return encoded({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: reason } });
  }
  const message = reply.context?.text || reply.systemMessage;
  return message ? encoded({ message }) : "";
}

function rowsOf(row: WireObject, shared: WireObject) {
  const { type, input, origin, messageId, promptId = messageId, message, event, info, outputTail } = row;
  if (type === "turn.prompt" || type === "turn.steer") {
    const kind = type === "turn.steer" ? "queued" : "user";
    return at(origin, "kind") === "user" ? textRows(kind, textOf(input) || PICTURE, promptId) : [];
  }
  if (type === "context.append_loop_event") return stepIn(asObject(event) ?? {}, shared);
  if (type === "task.terminated" && at(info, "kind") === "question") {
    const id = at(info, "toolCallId");
    const asked = { name: QUESTION_TOOL, input: at(shared.calls, String(id), "input") };
    return [callRow(id, asked), resultRow(id, { tool_response: outputTail })]; // its first result had no answer
  }
  if (type === "context.undo") return [UNDO];
  const isHooks = type === "context.append_message" && at(message, "origin", "name") === "stop_hook";
  return isHooks ? [stopHookRow(textOf(at(message, "content")))] : [];
}

function stepIn({ type, part, uuid, toolCallId: id, name, args, result }: WireObject, shared: WireObject) {
  if (at(part, "type") === "text") return textRows("assistant", at(part, "text"), uuid); // of type "content.part"
  if (type === "tool.call") return rememberedCall(id, namedCall(name, args), shared);
  if (type !== "tool.result") return [];
  const output = textOf(at(result, "output"));
  const error = at(result, "isError") === true ? output : undefined;
  return [resultRow(id, endOf(at(shared.calls, String(id), "name"), output, error))];
}

/** Returns the fields that rows lack: session id and agent from the path, the folder from `state.json`. */
function pathFields(path: string, read: (name: string) => string): WireObject {
  const [, sessionId, agent] = /([^\\/]+)[\\/]agents[\\/]([^\\/]+)[\\/]wire\.jsonl$/.exec(path) ?? [];
  if (sessionId === undefined) return {};
  const cwd = asText(at(parseJson(read("../../state.json")), "cwd"));
  return { sessionId, cwd, ...(agent === "main" ? {} : { isSidechain: true, agentId: agent }) };
}
