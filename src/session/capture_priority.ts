import { type Priority, toolPriority } from "./capture_rules.ts";
import { isReadOnlyCommand } from "../shell/command_words.ts";
import { isShellTool } from "../shell/tools.ts";

/** Returns the priority of a capture. `command` is the shell line of a Bash call. */
export function capturePriority(toolName: string, command: string | undefined): Priority {
  if (!isShellTool(toolName)) return toolPriority(toolName);
  return command === undefined ? "high" : commandPriority(command);
}

/** Returns `low` for a read-only shell line, else `high`. */
export function commandPriority(command: string): "high" | "low" {
  return isReadOnlyCommand(command) ? "low" : "high";
}
