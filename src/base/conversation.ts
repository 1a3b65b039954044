/** A message of a session as the transcript reader gives it and triage reads it: one row of the transcript. */
export interface Message {
  /** The row's uuid; empty for rows without one. */
  readonly uuid: string;
  /** The place of the row in its file, in bytes. */
  readonly offset: number;
  readonly role: "user" | "assistant";
  /**
   * The words that were said: text blocks alone, without injected context, reminders, command wrappers and private
   * parts. Empty for a row that holds tool calls or results only.
   */
  readonly text: string;
  readonly toolUses: readonly ToolUse[];
  readonly toolResults: readonly ToolResult[];
}

/** A tool call of the assistant, as far as triage and summaries need it. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  /** The file that it names, as sent. */
  readonly file: string | undefined;
  /** The shell line of a Bash call. */
  readonly command: string | undefined;
}

export interface ToolResult {
  readonly toolUseId: string;
  readonly isError: boolean;
  /** At most 2 KB of its head and tail. */
  readonly text: string;
}

/** The tool by which an agent lets the user choose; what comes of it is said, not done. */
export const QUESTION_TOOL = "AskUserQuestion";
