import * as z from "zod";
import { UsageError } from "../../base/user_error.ts";
import { MAX_PHRASES } from "../../memory/recall_phrases.ts";
import { quoteValue } from "../frame/plain_text.ts";
import { type ArgumentSchema, fitArguments } from "./fit_arguments.ts";
import type { ToolCall } from "../items/ghap_home.ts";

/** The result of a tool, an object that is sent as JSON. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** Phrases with which an item is found in other words than its own. `requirePhrases` checks them later. */
export const PHRASES = z.array(z.string())
  .describe(`Up to ${MAX_PHRASES} phrases of 3-9 words in which one would ask for it; one in English`);

/** The optional argument for such phrases. */
export const RECALL_WHEN = PHRASES.optional();

/** A tool that agents call over MCP and people with `mneme call`. */
export type Tool = ReturnType<typeof defineTool>;

interface ToolDefinition<S extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: S;
  /** Arguments that work, shown in the error for arguments that do not. */
  readonly example: z.input<S>;
  /** The properties that the schema lists as required though a call without them works. */
  readonly urged?: readonly (keyof z.input<S> & string)[];
  /** Asks the client to show the tool to agents from the start, without a search for tools. */
  readonly alwaysLoad?: true;
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
  handle(args: z.output<S>, call: ToolCall): ToolResult | Promise<ToolResult>;
}

type Fields = Readonly<Record<string, unknown>>;

export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>) {
  const { name, description, input, annotations } = definition;
  return {
    name,
    description,
    get inputSchema(): { readonly type: "object"; readonly [key: string]: unknown } {
      const { $schema: _, required = [], ...schema } = z.toJSONSchema(input, { io: "input" });
      return { ...schema, required: [...required, ...definition.urged ?? []], type: "object" as const };
    },
    alwaysLoad: definition.alwaysLoad === true,
    annotations: { openWorldHint: false, ...annotations },
    /** Checks the arguments and runs the tool. Wrong arguments throw a `UserError` that says what to send instead. */
    async run(given: unknown = {}, call: ToolCall = {}): Promise<ToolResult> {
      const schema: ArgumentSchema = this.inputSchema;
      const { properties = {} } = schema;
      const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
      const { args, ignored } = isObject
        ? fitArguments(given as Fields, properties)
        : { args: given ?? {}, ignored: [] };
      const parsed = input.safeParse(args);
      if (!parsed.success) {
        const faults = new Set(parsed.error.issues.map(({ path }) => faultAt(path, args, schema)));
        throw new UsageError(`Cannot run ${name}: ${[...faults].join("; ")}`, {
          hint: `send something like ${JSON.stringify(definition.example)}`,
        });
      }
      const session = (args as Fields).session_id;
      const named = typeof session === "string" && session !== "" ? { sessionId: session } : {};
      const result = await definition.handle(parsed.data, { ...named, ...call });
      return ignored.length === 0 ? result : { ...result, ignored };
    },
  };
}

/** Returns the names of the properties of an object, or of the objects in a list. */
function partsOf({ properties, items }: ArgumentSchema): string[] {
  return Object.keys(properties ?? items?.properties ?? {});
}

/** Describes what is wrong with an argument: its value, and what the schema expects. */
function faultAt(path: readonly PropertyKey[], args: unknown, schema: ArgumentSchema): string {
  let [value, expected]: [unknown, ArgumentSchema | undefined] = [args, schema];
  for (const name of path) {
    value = (value as Record<PropertyKey, unknown>)[name];
    expected = typeof name === "number" ? expected?.items : expected?.properties?.[String(name)];
  }
  if (path.length === 0) return `the arguments are ${quoteValue(value)}, not an object`;
  const what = path.map(String).join(".");
  if (value === undefined) return `${what} is missing`;
  return `${what} is ${quoteValue(value)}, not ${describe(expected ?? {})}`;
}

function describe({ type = "", ...schema }: ArgumentSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  const { minimum, maximum, minItems = 0, maxItems, properties = {} } = schema;
  const parts = partsOf({ items: schema.items ?? {} });
  const each = parts.length === 0 ? "texts" : `objects with ${parts.join(" and ")}`;
  const words: Readonly<Record<string, string>> = {
    string: "a text",
    boolean: "true or false",
    integer: `a whole number from ${minimum} to ${maximum}`,
    array: maxItems === undefined ? `a list of ${each}` : `a list of ${minItems} to ${maxItems} ${each}`,
    object: `an object with ${Object.keys(properties).join(" and ")}`,
  };
  return words[type] ?? "what its schema takes";
}
