import { asObject } from "../base/json.ts";
import type { NamedCall } from "./patch.ts";

/**
 * The names that a client gives its tools and their inputs, each with Claude Code's word for it: a row of
 * `tool_names.json`.
 */
export interface ToolNames {
  readonly tools: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, string>>;
}

/** The call in the words of Claude Code. What the table does not name stays as it is called. */
export function renamed(name: string, input: unknown, { tools, inputs }: ToolNames): NamedCall {
  const fields = Object.entries(asObject(input) ?? {});
  const isKnown = Object.hasOwn(tools, name);
  return {
    name: isKnown ? tools[name]! : name,
    input: Object.fromEntries(
      isKnown
        ? fields.map(([key, value]) => [Object.hasOwn(inputs, key) ? inputs[key]! : key, value])
        : fields,
    ),
  };
}

/** The words by which the Model Context Protocol's tools are known everywhere behind the wire. */
export function mcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}
