import { isReadingCommand } from "./reading_words.ts";
import { splitShell } from "./shell_split.ts";

/** Whether a shell line only looks; a compound does only if every part does. */
export function isReadOnlyCommand(command: string): boolean {
  const parts = splitShell(command);
  return parts.length > 0 &&
    parts.every((part) => !part.writesFile && !part.hasSubstitution && isReadingCommand(part.words));
}
