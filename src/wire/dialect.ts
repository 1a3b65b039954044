// A `Dialect` translates between a client and Claude Code, whose formats are the only ones that the rest of mneme
// knows. The dialects share the reading of payloads and calls below, and the rows of `claude_rows.ts`.
import { QUESTION_TOOL } from "../base/conversation.ts";
import { asObject, asText, at, parseJson, type WireObject } from "../base/json.ts";
import type { HookName } from "../base/hook_names.ts";
import { callOfPatch, type ToolCall } from "./patch.ts";
import type { Reply } from "./reply.ts";
import names from "./client_names.json" with { type: "json" };

/** No function of a dialect throws. */
export interface Dialect {
  /** Returns true for a row by which the client's transcripts are recognised. */
  readonly owns: (row: WireObject) => boolean;
  /** Returns the payload in Claude Code's format; `undefined` for an event that mneme ignores. */
  readonly payload: (given: WireObject, files: FileAccess) => WireObject | undefined;
  /** Returns the JSON to print, only with keys that the client knows; `""` for nothing. */
  readonly answer: (reply: Reply) => string;
  /**
   * Returns Claude Code's rows for a row of the transcript. A returned row of the type `session` is no row:
   * its fields are added to all later rows, and come back as `shared`.
   */
  readonly rows: (row: WireObject, shared: WireObject) => readonly WireObject[];
  /** Returns fields for all rows, from the path or a file beside it. `read` takes a relative path. */
  readonly pathFields?: (path: string, read: (name: string) => string) => WireObject;
  /** The hooks whose context never reaches the model, so that the items in it do not count as shown. */
  readonly unheard?: readonly HookName[];
  /** The most bytes of a context that the client passes on whole. Unless set, only `MAX_REPLY_UNITS` applies. */
  readonly maxContextBytes?: number;
  /** True if the client accepts no context at a session's start, so that the first prompt brings it. */
  readonly startsWithPrompt?: true;
  /** True if the conversation does not keep a start's text, so that a resumed session is told all again. */
  readonly losesStart?: true;
  /** True if hooks may not get a prompt that was typed during a turn: the turn's stop reads it in the transcript. */
  readonly hidesQueued?: true;
  /** True if the model does not get the MCP server's instructions, so that the session start brings them. */
  readonly hidesInstructions?: true;
  /** The place of transcripts that payloads do not name: `<client's folder>/sessions/<any folder>/<file>`. */
  readonly transcript?: {
    readonly variable: "KIMI_CODE_HOME";
    readonly folder: string; // the client's folder below the home folder, unless the environment has `variable`
    readonly file: (sessionId: string) => string;
  };
}

/** Reads files of the client; the text is `""` if a file cannot be read. */
export interface FileAccess {
  readonly readStart: (path: string, bytes: number) => string;
  /** Waits up to half a second for the awaited text, if any. */
  readonly readEnd: (path: string, bytes: number, awaited?: string) => string;
}

/** The differences of a client's payloads from Claude Code's. */
interface PayloadForm {
  /** The client's names of events, by Claude Code's, if they differ. All other events are ignored. */
  readonly events?: Readonly<Record<string, string>>;
  /** The client's names of fields, by Claude Code's; the first that has a value counts. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Matches the client's names of MCP tools: server, then tool. */
  readonly mcp?: RegExp;
  /** Returns the fields for the result of a call, which has Claude Code's input; `tool` is Claude Code's name. */
  readonly ended?: (given: WireObject, files: FileAccess, tool: string) => WireObject;
  /** Translates all else; returns `undefined` for an event that mneme ignores. */
  readonly adapted?: (payload: WireObject, files: FileAccess) => WireObject | undefined;
}

/** Returns a dialect's function `payload`, from the differences. */
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
    const result = event === "PreToolUse" ? {} : ended?.({ ...given, tool_input: input }, files, name);
    return adapted({ ...payload, tool_name: name, tool_input: input, ...result }, files);
  };
}

const { tools, inputs }: Readonly<Record<"tools" | "inputs", Readonly<Record<string, string>>>> = names;
const TRANSLATED = new Set(Object.values(tools)); // by Claude Code's names, the tools whose inputs' keys are translated

/** The tools whose folder is called `path` in Claude Code, too. */
const SEARCHES: readonly string[] = ["Grep", "Glob", "LS"];

/** Returns a call with Claude Code's names, if the table has them. Relative paths in a patch begin at `cwd`. */
export function namedCall(
  given: unknown,
  givenInput: unknown,
  { cwd, mcp }: { readonly cwd?: unknown; readonly mcp?: RegExp | undefined } = {},
): ToolCall {
  const tool = asText(given) ?? "";
  const patch = callOfPatch(tool, givenInput, asText(cwd) ?? "");
  if (patch !== undefined) return patch;
  const known = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  const parsed = asObject(typeof givenInput === "string" ? parseJson(givenInput) : givenInput);
  const object = parsed && (known ?? tool) === QUESTION_TOOL ? asQuestions(parsed) : parsed;
  const [, server = "mcp", mcpTool] = known === undefined ? mcp?.exec(tool) ?? [] : [];
  const name = known ?? (mcpTool === undefined ? tool : mcpName(server, mcpTool));
  const nameOf = (key: string) =>
    Object.hasOwn(inputs, key) && !(key === "path" && SEARCHES.includes(name)) ? inputs[key]! : key;
  const input = object ?? (typeof givenInput === "string" ? { input: givenInput } : {});
  if (!TRANSLATED.has(name)) return { name, input };
  const renamed = Object.entries(input).map(([key, value]) => [nameOf(key), value]);
  return { name, input: Object.fromEntries(renamed) };
}

/** Returns the questions of Copilot, which has one with choices, or a form with fields. */
function asQuestions(input: WireObject): WireObject {
  const { question, choices: options = [], message, requestedSchema } = input;
  if (asText(question)) return { questions: [{ question, options }] };
  const questions = Object.entries(asObject(at(requestedSchema, "properties")) ?? {}).map(([id, field]) => {
    const { title = id, description, items = field } = asObject(field) ?? {};
    const options = at(items, "enum") ?? at(items, "oneOf") ?? at(items, "anyOf");
    return { id, question: [message, title, description].filter(asText).join("\n"), options };
  });
  return questions.length === 0 ? input : { questions };
}

export const mcpName = (server: string, tool: string): string => `mcp__${server}__${tool}`;
