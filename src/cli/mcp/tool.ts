import * as z from "zod";
import { asObject, parseJson, type WireObject } from "../../base/json.ts";
import { UsageError } from "../../base/user_error.ts";
import { MAX_PHRASES } from "../../memory/recall_phrases.ts";
import { quoteValue } from "../frame/plain_text.ts";
import type { ToolCall } from "../items/ghap_home.ts";

/** The result of a tool, an object that is sent as JSON. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** The optional argument with phrases that find an item in other words than its own. `requirePhrases` checks them. */
export const RECALL_WHEN = z.array(z.string())
  .describe(`Up to ${MAX_PHRASES} phrases of 3-9 words to ask for it, in English and in the user's language`)
  .optional();

/** A tool that agents call over MCP and people with `mneme call`. */
export type Tool = ReturnType<typeof defineTool>;

interface ToolDefinition<S extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: S;
  /** Arguments that work, shown in the error for arguments that do not. */
  readonly example: z.input<S>;
  /** The properties that the schema lists as required even though a call without them works. */
  readonly urged?: readonly (keyof z.input<S> & string)[];
  /** Asks the client to show the tool to agents from the start, without a search for tools. */
  readonly alwaysLoad?: true;
  /** Hints about the changes that a tool makes; absent if it only reads. */
  readonly annotations?: { readonly destructiveHint: boolean; readonly idempotentHint?: boolean };
  handle(args: z.output<S>, call: ToolCall): ToolResult | Promise<ToolResult>;
}

export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>) {
  const { name, description, input, annotations = { readOnlyHint: true } } = definition;
  return {
    name,
    description,
    get inputSchema(): { readonly type: "object"; readonly [key: string]: unknown } {
      const { $schema: _, required = [], ...schema } = z.toJSONSchema(input, { io: "input" });
      return { ...schema, required: [...required, ...definition.urged ?? []], type: "object" as const };
    },
    annotations: { openWorldHint: false, ...annotations },
    ...(definition.alwaysLoad ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
    async run(given: unknown, call: ToolCall = {}): Promise<ToolResult> {
      const { args, ignored } = readArguments(definition, given);
      const session = (args as WireObject).session_id ?? asObject(given)?.session_id;
      const named = typeof session === "string" && session !== "" ? { sessionId: session } : {};
      return withIgnored(await definition.handle(args, { ...named, ...call }), ignored);
    },
  };
}

/** Adds to a result the names of arguments that the tool cannot use, after the names that it has already. */
export function withIgnored(result: ToolResult, names: readonly string[]): ToolResult {
  const { ignored = [] } = result as { readonly ignored?: readonly string[] };
  return names.length === 0 ? result : { ...result, ignored: [...ignored, ...names] };
}

/** Fits arguments to a tool's schema; `ignored` names those left out. Throws a `UsageError` that says what to send. */
export function readArguments<S extends z.ZodObject>(
  { name, input, example }: Pick<ToolDefinition<S>, "name" | "input" | "example">,
  given: unknown = {},
): { readonly args: z.output<S>; readonly ignored: readonly string[] } {
  const schema = z.toJSONSchema(input, { io: "input" }) as ArgumentSchema;
  const fields = asObject(given ?? {});
  const fitter = new ArgumentFitter();
  const args = fields === undefined ? given : fitter.fit(fields, schema);
  const parsed = input.safeParse(args, { reportInput: true });
  if (parsed.success) return { args: parsed.data, ignored: fitter.ignored };
  const faults = parsed.error.issues.map(({ path, message, input }) => {
    const fault = `${quoteValue(input)}: ${message.replace(/^Invalid \w+: |, received .*/g, "")}`;
    return `${path.join(".") || "the input"} is ${input === undefined ? "missing" : fault}`;
  });
  throw new UsageError(`Cannot run ${name}: ${faults.join("; ")}`, {
    hint: `send something like ${JSON.stringify(example)}`,
  });
}

interface ArgumentSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly items?: ArgumentSchema;
  readonly properties?: Properties;
  readonly required?: readonly string[];
}

type Properties = Readonly<Record<string, ArgumentSchema>>;

/** For each argument, the names that models use for it by mistake. The first one that was sent is used. */
const NEAR_NAMES: Readonly<Record<string, string>> = {
  body: "content text memory description fact note message value details",
  category: "type kind memory_type memory_category",
  query: "q text search question keywords prompt topic task term",
  id: "memory_id item_id ref item ghap_id entry_id memory entry around of find",
  ids: "id memory_ids items item refs",
  limit: "max count n top_k max_results k num_results",
  files: "file paths path file_path file_paths related_files",
  recall_when: "phrases recall recall_phrases triggers trigger keywords",
  memories: "items entries",
  error: "message error_message text query output",
  program: "command tool cmd query name task",
  reason: "why note message because",
  result: "outcome what_happened actual actual_result summary observation happened",
  text: "value rule body content statement",
  goal: "objective task problem title",
  hypothesis: "theory assumption reasoning why",
  action: "plan steps approach next_step actions",
  prediction: "expected_outcome expected expectation predicted predicts",
  note: "notes comment update text message",
  lesson: "lessons learned lesson_learned learning lessons_learned",
  root_cause: "cause reason",
  status: "state verdict resolution outcome",
  max_tokens: "tokens budget token_budget",
  types: "kinds type kind",
  context_types: "types type kinds",
};

/** Renames and converts inexact arguments so that they fit a tool's schema; collects the names of the others. */
class ArgumentFitter {
  readonly ignored: string[] = [];

  /** Fits the arguments at this path, such as `lesson.`. An empty text says nothing, except where one is required. */
  fit(given: WireObject, { properties = {}, required = [] }: ArgumentSchema, path = ""): WireObject {
    const sent = Object.entries(given).filter(([key, value]) =>
      value !== null && value !== undefined && (value !== "" || required.includes(key))
    );
    const args: Record<string, unknown> = {};
    const others: [string, unknown][] = [];
    for (const [key, value] of sent) {
      if (Object.hasOwn(properties, key)) args[key] = this.#value(value, properties[key]!, path + key);
      else if (key === "session_id") args[key] = value;
      else others.push([key, value]);
    }
    for (const [key, value] of others) {
      if (!this.#place([path + key, value], args, properties)) this.ignored.push(path + key);
    }
    return args;
  }

  /**
   * Adds to `args` a value whose name is inexact, or names a part of a property (`takeaway`). Returns false if none
   * fits.
   */
  #place(
    [path, value]: readonly [string, unknown],
    args: Record<string, unknown>,
    properties: Properties,
  ): boolean {
    const key = bare(path.slice(path.lastIndexOf(".") + 1));
    const free = Object.keys(properties).filter((name) => !Object.hasOwn(args, name));
    const near = free.filter((one) => NEAR_NAMES[one]?.split(" ").some((other) => bare(other) === key));
    const name = free.find((one) => bare(one) === key) ??
      near.find((one) => properties[one]?.enum?.includes(String(value).toLowerCase()) ?? true) ?? near[0];
    if (name !== undefined) {
      args[name] = this.#value(value, properties[name]!, path);
      return true;
    }
    for (const [whole, { properties: parts }] of Object.entries(properties)) {
      const part = Object.keys(parts ?? {}).find((one) => bare(one) === key);
      const known = args[whole] ?? {};
      if (part === undefined || asObject(known) === undefined || Object.hasOwn(known, part)) continue;
      args[whole] = { ...known, [part]: this.#value(value, parts![part]!, path) };
      return true;
    }
    return false;
  }

  /** Converts a value to its type: a text to a number, one value to a list, a text to an object's first property. */
  #value(value: unknown, schema: ArgumentSchema, path: string): unknown {
    const { type, minimum = -Infinity, maximum = Infinity, items = {}, properties = {} } = schema;
    if (type === "string") {
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    }
    if (type === "integer") {
      const number = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
      return typeof number === "number" ? Math.min(maximum, Math.max(minimum, Math.round(number))) : number;
    }
    if (type === "boolean") return value === "true" ? true : value === "false" ? false : value;
    const parsed = typeof value === "string" && /^\s*[[{]/.test(value) ? parseJson(value) ?? value : value;
    if (type === "array") {
      const list = Array.isArray(parsed) ? parsed : [parsed];
      return list.map((one, i) => this.#value(one, items, `${path}.${i}`));
    }
    if (type !== "object") return value;
    const text = Array.isArray(parsed) && parsed.every((one) => typeof one === "string")
      ? parsed.join("; ")
      : parsed;
    if (typeof text === "string") return { [Object.keys(properties)[0] ?? "text"]: text };
    const object = asObject(parsed);
    return object === undefined || Object.keys(properties).length === 0
      ? parsed
      : this.fit(object, schema, `${path}.`);
  }
}

/** Returns a name without letter case, separators and plural s, for comparison. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "").replace(/s$/, "");
}
