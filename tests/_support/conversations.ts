import type { Message, ToolResult, ToolUse } from "../../src/base/conversation.ts";

/** A message that holds text alone. */
export function said(uuid: string, role: "user" | "assistant", text: string): Message {
  return { uuid, offset: 0, role, text, toolUses: [], toolResults: [] };
}

/** A tool call as the transcript reader gives it. */
export function toolUse(id: string, name: string, input: Readonly<Record<string, unknown>>): ToolUse {
  const file = input.file_path ?? input.notebook_path;
  const { command } = input;
  return {
    id,
    name,
    file: typeof file === "string" ? file : undefined,
    command: typeof command === "string" ? command : undefined,
  };
}

/** A tool result with the head and tail of its text. */
export function toolResult(toolUseId: string, result: unknown, isError: boolean): ToolResult {
  const text = typeof result === "string" ? result : JSON.stringify(result ?? "");
  return { toolUseId, isError, text: text.length > 2048 ? text.slice(0, 1024) + text.slice(-1024) : text };
}
