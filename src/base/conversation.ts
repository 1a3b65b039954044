/** One message of a session, which is one row of its transcript. Triage reads these. */
export interface Message {
  /** The row's uuid; empty for rows without one. */
  readonly uuid: string;
  /** The position of the row in its file, in bytes. */
  readonly offset: number;
  readonly role: "user" | "assistant";
  /**
   * The text blocks, without injected context, reminders, command wrappers and private parts. Empty for a row
   * with only tool calls or results.
   */
  readonly text: string;
  readonly toolUses: readonly ToolUse[];
  readonly toolResults: readonly ToolResult[];
}

/** The parts of a tool call that triage and summaries need. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  /** The file that the call names, as the assistant spelled it. */
  readonly file: string | undefined;
  /** The shell line of a Bash call. */
  readonly command: string | undefined;
}

export interface ToolResult {
  readonly toolUseId: string;
  readonly isError: boolean;
  /** Head and tail of the result, at most 2 KB. */
  readonly text: string;
}

/** The tool with which an agent asks the user to choose; its result counts as something that was said. */
export const QUESTION_TOOL = "AskUserQuestion";
