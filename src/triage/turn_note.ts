import { frameLines, quoteLine } from "../base/frame.ts";

const MAX_REASONS = 2;
/** A command that is named is cut shorter than this, so that no clause is cut. */
const REASONS_UNITS = 160;

/** Words the note of the next prompt, so that the agent, which was there, judges what rules cannot. */
export function noteText(reasons: readonly string[]): string {
  const seen = quoteLine(reasons.slice(0, MAX_REASONS).join("; "), REASONS_UNITS); // may name what was run
  return frameLines([
    `Last turn, ${seen}. If a teammate would want it in a month, save_memory it next, with recall_when; else go on.`,
  ]);
}
