import { ASK_OPENING } from "./ask_opening.ts";
import { quoteLine } from "./frame.ts";
import type { MemoryCategory } from "./memory_categories.ts";

/** Something that is to be saved, in clean text. */
export interface AskedMemory {
  readonly category: MemoryCategory;
  readonly text: string;
}

const TEXT_UNITS = 300;
/** More would be read as a chore; what is left over stays a candidate. */
export const MAX_ASKED = 6;

/**
 * The text with which a stop asks the agent to save what was found. `command` calls `mneme` in a shell. Short, as the
 * client shows all of it to the person at the terminal, too.
 */
export function askText(memories: readonly AskedMemory[], command: string): string {
  const lines = memories.map(({ category, text }) => `- [${category}] ${quoteLine(text, TEXT_UNITS)}`);
  return [
    ASK_OPENING,
    ...lines,
    "",
    "Call `save_memory` (category, body) for each that will matter in a later session, in words that stand on their own.",
    `Without that tool: \`${command} memory add --category CATEGORY "TEXT"\`. ` +
    "How to save well: the `memory-management` skill.",
    "Leave out what does not matter. After saving you may stop; do not repeat your answer.",
  ].join("\n");
}
