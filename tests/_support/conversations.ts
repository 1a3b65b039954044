import type { Message, ToolUse } from "../../src/base/conversation.ts";

/** A message that holds text alone. */
export function said(uuid: string, role: "user" | "assistant", text: string): Message {
  return { uuid, offset: 0, role, text, toolUses: [], toolResults: [] };
}

/** The messages of a tool call and of its result. */
export function toolCall(
  use: Partial<ToolUse> & Pick<ToolUse, "id" | "name">,
  text: string,
  isError = false,
): Message[] {
  const { id } = use;
  return [
    { ...said(`${id}-call`, "assistant", ""), toolUses: [{ file: undefined, command: undefined, ...use }] },
    { ...said(`${id}-result`, "user", ""), toolResults: [{ toolUseId: id, isError, text }] },
  ];
}
