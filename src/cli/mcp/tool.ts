import * as z from "zod";
import { UsageError } from "../../core/user_error.ts";
import { argumentFaults, withLists } from "./argument_faults.ts";

/** What a tool gives back: an object that goes out as JSON. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** What the client says of a call beside its arguments. */
export interface ToolCall {
  /** Names the call to the hooks, too. */
  readonly toolUseId?: string | undefined;
  /** Of a caller that says for which session it speaks. */
  readonly sessionId?: string | undefined;
}

/** A tool that agents call over MCP and people with `mneme call`. */
export interface Tool {
  readonly name: string;
  /** Tells an agent when to use it. */
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  /** Whether agents are to see it without looking for it. */
  readonly alwaysLoad: boolean;
  readonly annotations: ToolAnnotations;
  /** Checks the arguments and does the work. Throws, or rejects with, a `UserError` that says what to send instead. */
  run(args: unknown, call?: ToolCall): ToolResult | Promise<ToolResult>;
}

/** Hints for whoever asks people for permission. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** One tool as its file writes it down. */
export interface ToolDefinition<S extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: S;
  /** Arguments that work, for the error that says what to send. */
  readonly example: z.input<S>;
  readonly alwaysLoad?: true;
  readonly annotations: ToolAnnotations;
  handle(args: z.output<S>, call: ToolCall): ToolResult | Promise<ToolResult>;
}

/** Makes a tool of its definition. */
export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool {
  const { name, description, input, annotations } = definition;
  return {
    name,
    description,
    get inputSchema() {
      const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" });
      return { ...schema, type: "object" as const };
    },
    alwaysLoad: definition.alwaysLoad === true,
    annotations: { openWorldHint: false, ...annotations },
    run(given, call = {}) {
      const schema = this.inputSchema;
      const args = withLists(given ?? {}, schema);
      const parsed = input.safeParse(args);
      if (!parsed.success) {
        const faults = argumentFaults(parsed.error.issues, { args, schema });
        throw new UsageError(`Cannot run ${name}: ${faults.join("; ")}`, {
          hint: `send something like ${JSON.stringify(definition.example)}`,
        });
      }
      return definition.handle(parsed.data, { ...sessionIn(args), ...call });
    },
  };
}

/** The session that a caller names among the arguments, of any tool. */
function sessionIn(args: unknown): Pick<ToolCall, "sessionId"> {
  const named = (args as { session_id?: unknown } | null | undefined)?.session_id;
  return typeof named === "string" && named !== "" ? { sessionId: named } : {};
}
