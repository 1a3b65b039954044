import { isShellTool } from "./shell_tool.ts";
import { type Priority, toolPriority } from "./capture_rules.ts";
import { isReadingCommand, plainWords } from "./reading_words.ts";

/** How soon a capture is processed. `command` is the shell line of a Bash call. */
export async function capturePriority(toolName: string, command: string | undefined): Promise<Priority> {
  if (!isShellTool(toolName)) return toolPriority(toolName);
  return command === undefined ? "high" : await commandPriority(command);
}

/** `low` for a line that only looks. */
export async function commandPriority(command: string): Promise<"high" | "low"> {
  const words = plainWords(command);
  if (words !== undefined) return words.length > 0 && isReadingCommand(words) ? "low" : "high";
  const { isReadOnlyCommand } = await import("./shell_rules.ts");
  return isReadOnlyCommand(command) ? "low" : "high";
}
