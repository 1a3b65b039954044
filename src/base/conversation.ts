/** One message of a session, which is one row of the transcript. Triage reads these. */
export interface Message {
  /** The row's uuid; empty for rows without one. */
  readonly uuid: string;
  /** The byte offset of the row in the transcript. */
  readonly offset: number;
  readonly role: "user" | "assistant";
  /**
   * The text blocks, without injected context, reminders, command wrappers and private parts. Empty for a row
   * with only tool calls or results.
   */
  readonly text: string;
  readonly toolUses: readonly ToolUse[];
  readonly toolResults: readonly ToolResult[];
  /** True for a prompt that was typed while a turn was running, and belongs to that turn. */
  readonly isQueued?: boolean;
}

/** The parts of a tool call that triage and summaries need. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  /** The path of the file in the call's input, as the assistant wrote it. */
  readonly file: string | undefined;
  /** The command of a Bash or PowerShell call. */
  readonly command: string | undefined;
}

export interface ToolResult {
  readonly toolUseId: string;
  readonly isError: boolean;
  /** The result. In a `Message`, only head and tail: at most 2048 bytes. */
  readonly text: string;
}

/** The tool with which an agent asks the user to choose. The user's choice counts as a message of the user. */
export const QUESTION_TOOL = "AskUserQuestion";

/** The first words of the text with which the stop hook asks the agent to save memories. */
export const ASK_OPENING = "Save the following memories before stopping:";

/** The first words of the text with which the stop hook asks for the coordinator's scratchpad. */
export const COORDINATOR_OPENING = "Coordinator scratchpad missing:";

/** Returns true for a question of mneme's stop hook. Triage skips the agent's answers to these, but not to other hooks. */
export function isOwnQuestion(text: string): boolean {
  return text.includes(ASK_OPENING) || text.includes(COORDINATOR_OPENING);
}
