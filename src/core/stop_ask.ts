import { quoteLine } from "./frame.ts";
import type { MemoryCategory } from "./memory_categories.ts";

/** Something that is to be saved, in clean text. */
export interface AskedMemory {
  readonly category: MemoryCategory;
  readonly text: string;
}

/** How the text begins: by it our own question is known again in a transcript. */
export const ASK_OPENING = "Save the following memories before stopping:";

const TEXT_UNITS = 300;
/** More would be read as a chore; what is left over stays a candidate. */
export const MAX_ASKED = 6;

/** The text with which a stop asks the agent to save what was found. `command` calls `mneme` in a shell. */
export function askText(memories: readonly AskedMemory[], command: string): string {
  const lines = memories.map(({ category, text }) => `- [${category}] ${quoteLine(text, TEXT_UNITS)}`);
  return [
    ASK_OPENING,
    ...lines,
    "",
    "For each one that is right and will matter in a later session, call `save_memory` with its category and a body " +
    "that makes sense on its own; skip the others.",
    `Without that tool run \`${command} memory add --category CATEGORY "TEXT"\`. ` +
    "The `memory-management` skill says how to save well.",
    "After saving you may stop: do not repeat your answer and start nothing new.",
  ].join("\n");
}
