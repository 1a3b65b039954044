import { isOwnQuestion, QUESTION_TOOL } from "../base/conversation.ts";
import { asObject, asText, at, parseJson, type WireObject } from "../base/json.ts";
import type { HookName } from "../base/hook_names.ts";
import { callOfPatch, type ToolCall } from "./patch.ts";
import type { Reply } from "./reply.ts";
import names from "./tool_names.json" with { type: "json" };
import { textOf } from "./transcript_row.ts";

/**
 * The translation between a client and Claude Code, whose formats are the only ones that the rest of mneme knows:
 * payloads and transcript rows of the client into Claude Code's, and replies into the client's. Never throws.
 */
export interface Dialect {
  /** Returns true for a row by which this client's transcripts are recognised. A transcript needs only one such row. */
  readonly owns: (row: WireObject) => boolean;
  /** Returns the payload in Claude Code's format; `undefined` for an event that mneme ignores. */
  readonly payload: (given: WireObject, files: FileAccess) => WireObject | undefined;
  /** Returns the JSON text to print, only with keys that the client knows; `""` to print nothing. */
  readonly answer: (reply: Reply) => string;
  /**
   * Returns the Claude Code rows for one row of the client's transcript, with that row's `timestamp` unless they have
   * one. The fields of a returned row of the type `session` are added to all later rows; `shared` contains the fields
   * of those returned before.
   */
  readonly rows: (row: WireObject, shared: WireObject) => readonly WireObject[];
  /** Returns fields for all rows from the transcript's path, or from a file beside it: `read` takes a relative path. */
  readonly pathFields?: (path: string, read: (name: string) => string) => WireObject;
  /** The hooks whose context the client keeps from the model. mneme does not count items in such a context as told. */
  readonly unheard?: readonly HookName[];
  /** The most bytes of a context that the client passes on whole; by default `MAX_REPLY_UNITS` is the only limit. */
  readonly maxContextBytes?: number;
  /** True if the client shows the user no message of a hook: it is said again in the next client that shows it. */
  readonly hidesMessages?: true;
  /** True if the client accepts no context at the start of a session: mneme adds it to the first prompt. */
  readonly startsWithPrompt?: true;
  /** True if the client hides MCP servers' instructions from the model: mneme adds its own at the session start. */
  readonly hidesInstructions?: true;
  /** The place of a transcript if payloads do not contain it: `<client's folder>/sessions/<any folder>/<file>`. */
  readonly transcript?: {
    /** The environment variable with the path of the client's folder. Hooks read only those in `ENVIRONMENT_NAMES`. */
    readonly variable: "KIMI_CODE_HOME";
    /** The name of the client's folder in the home folder, if the variable is not set. */
    readonly folder: string;
    readonly file: (sessionId: string) => string;
  };
}

/** Functions by which a dialect reads files of the client. A file that cannot be read has the text `""`. */
export interface FileAccess {
  readonly readStart: (path: string, bytes: number) => string;
  /** Waits, at most half a second, until the end contains the awaited text, if any. */
  readonly readEnd: (path: string, bytes: number, awaited?: string) => string;
}

/** Returns the payload fields for the end of a shell command. An exit code that is no number is not known. */
export function shellResult(output: string, exitCode: unknown): WireObject {
  const code = typeof exitCode === "number" || typeof exitCode === "string" ? Number(exitCode) : NaN;
  if (code === 0) return { tool_response: printed(output) };
  return Number.isNaN(code)
    ? { tool_response: { ...printed(output), returnCodeInterpretation: "unknown" } }
    : { hook_event_name: "PostToolUseFailure", error: `Exit code ${code}\n${output}` };
}

function printed(stdout: string): WireObject {
  return { stdout, stderr: "", interrupted: false };
}

/** Returns the payload fields for a shell command that continues in the background, under an id of the client. */
export function runningShell(output: string, backgroundTaskId: string): WireObject {
  return { tool_response: { ...printed(output), backgroundTaskId } };
}

/** Returns the payload fields for a result in the form of the MCP protocol, which marks an error by `isError`. */
export function mcpResult(result: unknown): WireObject {
  if (at(result, "isError") !== true) return { tool_response: result };
  const error = textOf(at(result, "content"));
  return { hook_event_name: "PostToolUseFailure", tool_response: undefined, error };
}

/** The differences between a client's payloads and Claude Code's. */
interface PayloadForm {
  /** The client's names of the events, by Claude Code's names, if they differ. mneme ignores all other events. */
  readonly events?: Readonly<Record<string, string>>;
  /** The client's names of fields, by Claude Code's names; the first that has a value counts. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Matches the client's names of MCP tools: server, then tool. */
  readonly mcp?: RegExp;
  /** Returns the fields for the result of a call; `tool` is Claude Code's name of the tool. */
  readonly ended?: (given: WireObject, files: FileAccess, tool: string) => WireObject;
  /** Translates all else of a payload; returns `undefined` for an event that mneme ignores. */
  readonly adapted?: (payload: WireObject, files: FileAccess) => WireObject | undefined;
}

/** Makes the function of a dialect that translates payloads. */
export function payloadReader(form: PayloadForm): Dialect["payload"] {
  const { events, fields = {}, mcp, ended, adapted = (payload) => payload } = form;
  return (given, files) => {
    const { hook_event_name, tool_name, tool_input, cwd } = given;
    const event = events
      ? Object.keys(events).find((name) => events[name] === hook_event_name)
      : hook_event_name;
    if (events !== undefined && event === undefined) return undefined;
    const renamed = Object.entries(fields).flatMap(([name, theirs]) => {
      const value = theirs.map((key) => given[key]).find((one) => one != null);
      return value === undefined ? [] : [[name, value]];
    });
    const payload = { ...given, ...(events && { hook_event_name: event }), ...Object.fromEntries(renamed) };
    if (!asText(event)?.includes("ToolUse")) return adapted(payload, files);
    const { name, input } = namedCall(tool_name, tool_input, { cwd, mcp });
    const result = event === "PreToolUse" ? {} : ended?.(given, files, name);
    return adapted({ ...payload, tool_name: name, tool_input: input, ...result }, files);
  };
}

export function callRow(id: unknown, { name, input }: { name: string; input: unknown }): WireObject {
  return { type: "assistant", message: { content: [{ type: "tool_use", id, name, input }] } };
}

/** Returns a transcript row with the result of a call, from payload fields such as those of `shellResult`. */
export function resultRow(id: unknown, fields: WireObject): WireObject {
  const error = typeof fields.error === "string" ? fields.error : undefined; // may be empty
  const content = error ?? (typeof fields.tool_response === "string" ? fields.tool_response : "");
  const block = { type: "tool_result", tool_use_id: id, is_error: error !== undefined, content };
  const structured = error === undefined ? { toolUseResult: fields.tool_response } : {};
  return { type: "user", message: { content: [block] }, ...structured };
}

/** Returns the transcript row of a prompt. Some clients write the text of mneme's stop hook as one. */
export function promptRows(text: unknown, uuid: unknown): WireObject[] {
  return typeof text === "string" && isOwnQuestion(text) ? [stopHookRow(text)] : textRows("user", text, uuid);
}

/** Returns the transcript row of a message, if it has a text. */
export function textRows(type: "user" | "assistant", text: unknown, uuid?: unknown): WireObject[] {
  if (typeof text !== "string" || text === "") return [];
  return [{ type, uuid, message: { content: [{ type: "text", text }] } }];
}

/** Returns a transcript row with the text by which a stop hook sent the agent back to work. */
export function stopHookRow(text: string): WireObject {
  return { type: "user", message: { content: `Stop hook feedback:\n${text}` } };
}

/**
 * Returns the reply in the form that most clients accept: context under the event's name. At a stop, a context or a
 * block by exit code becomes `decision: "block"` too: only Claude Code accepts them there. Leaves out
 * `acknowledge`, which only Claude Code reads.
 */
export function replyFields(reply: Reply, eventOf = (event: string) => event): Record<string, unknown> {
  const { context, systemMessage } = reply;
  const isStop = context?.event === "Stop";
  const reason = reply.block ?? reply.blockByExitCode ?? (isStop ? context.text : undefined);
  return {
    ...(reason ? { decision: "block", reason } : {}),
    ...(systemMessage ? { systemMessage } : {}),
    ...(context?.text && !isStop
      ? { hookSpecificOutput: { hookEventName: eventOf(context.event), additionalContext: context.text } }
      : {}),
  };
}

export function encoded(fields: Record<string, unknown>): string {
  return Object.keys(fields).length === 0 ? "" : JSON.stringify(fields);
}

/** The clients' names of tools and of their inputs, each with Claude Code's name. */
const { tools, inputs }: Readonly<Record<"tools" | "inputs", Readonly<Record<string, string>>>> = names;
const TRANSLATED = new Set(Object.values(tools));

/** The tools whose folder is called `path` in Claude Code, too, so that it is not renamed. */
const SEARCHES: readonly string[] = ["Grep", "Glob", "LS"];

/**
 * Returns the call with Claude Code's names, which some clients use, too; tools outside of the table keep theirs. `mcp`
 * matches the client's names of MCP tools: server, then tool. A relative path in a patch begins at `cwd`.
 */
export function namedCall(
  given: unknown,
  givenInput: unknown,
  { cwd, mcp }: { readonly cwd?: unknown; readonly mcp?: RegExp | undefined } = {},
): ToolCall {
  const tool = asText(given) ?? "";
  const patch = callOfPatch(tool, givenInput, asText(cwd) ?? "");
  if (patch !== undefined) return patch;
  const object = asObject(typeof givenInput === "string" ? parseJson(givenInput) : givenInput);
  const known = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  // A question of another form is stored like any call, as its answers could not be read.
  const isForeign = known === QUESTION_TOOL && !Array.isArray(object?.questions);
  const translated = isForeign ? undefined : known;
  const [, server = "mcp", mcpTool] = translated === undefined ? mcp?.exec(tool) ?? [] : [];
  const name = translated ?? (mcpTool === undefined ? tool : mcpName(server, mcpTool));
  const nameOf = (key: string) =>
    Object.hasOwn(inputs, key) && !(key === "path" && SEARCHES.includes(name)) ? inputs[key]! : key;
  const input = object ?? (typeof givenInput === "string" ? { input: givenInput } : {});
  if (!TRANSLATED.has(name)) return { name, input };
  return {
    name,
    input: Object.fromEntries(Object.entries(input).map(([key, value]) => [nameOf(key), value])),
  };
}

/** Returns milliseconds since the epoch in ISO 8601; `undefined` for any other value. */
export function isoOf(ms: unknown): string | undefined {
  return typeof ms === "number" && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : undefined;
}

export function mcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}
