import { asObject } from "../base/json.ts";
import type { ToolCall } from "./patch.ts";

/**
 * The client's names of tools and of their inputs, each with Claude Code's name: an entry of `tool_names.json`.
 */
export interface ToolNames {
  readonly tools: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, string>>;
}

/** Returns the call with Claude Code's names. A tool that the table does not contain keeps its names. */
export function translatedCall(name: string, input: unknown, { tools, inputs }: ToolNames): ToolCall {
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

/** Returns Claude Code's name of an MCP tool. */
export function mcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}
