import { quoteLine } from "./frame.ts";
import type { Candidate } from "./triage_types.ts";

/** How the text begins: by it our own question is known again in a transcript. */
export const ASK_OPENING = "Save the following memories before stopping:";

const TEXT_UNITS = 300;
/** More would be read as a chore; what is left over stays a candidate. */
export const MAX_ASKED = 6;

/** The text with which a stop asks the agent to save what was found. `command` calls `mneme` in a shell. */
export function askText(candidates: readonly Candidate[], command: string): string {
  const lines = candidates.map(({ category, text }) => `- [${category}] ${quoteLine(text, TEXT_UNITS)}`);
  return [
    ASK_OPENING,
    ...lines,
    "",
    "Call the `save_memory` tool once for each that is right and will still matter in a month (category, body; better " +
    "worded where you know better); leave out the others. Without that tool: " +
    `\`${command} memory add --category CATEGORY "TEXT"\`. The \`memory-management\` skill says how to save well.`,
    "After saving you may stop; there is nothing else to do or to report.",
  ].join("\n");
}
