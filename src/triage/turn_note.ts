import { frameLines, quoteLine } from "../base/frame.ts";

const MAX_REASONS = 2;
/** The most units of what was seen; commands in it are cut shorter, so that no clause is cut. */
const REASONS_UNITS = 160;

/** Returns the line of the next prompt that lets the agent judge what rules cannot. */
export function noteText(reasons: readonly string[]): string {
  const seen = quoteLine(reasons.slice(0, MAX_REASONS).join("; "), REASONS_UNITS); // may name a command
  return frameLines([
    `Last turn, ${seen}. If a teammate would want it in a month, save_memory it next, with recall_when; else go on.`,
  ]);
}
