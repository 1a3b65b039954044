import { frameLines, quoteLine } from "../base/frame.ts";
import { estimateTokens } from "../base/token_estimate.ts";

/** Why a turn may hold something worth keeping, and what was noticed in it; clean texts. */
export interface TurnNote {
  /** Each a clause about the turn: "a run failed, then passed". */
  readonly reasons: readonly string[];
  readonly sentences: readonly string[];
}

const MAX_TOKENS = 90;
const MAX_REASONS = 2;
const MAX_SENTENCES = 2;
const SENTENCE_UNITS = 110;
const REASONS_UNITS = 160;

/**
 * The block that the next prompt carries, so that the agent, which was there, judges what rules cannot. It stays within
 * 90 tokens: a noticed sentence that does not fit is left out.
 */
export function noteText({ reasons, sentences }: TurnNote): string {
  const quoted = sentences.slice(0, MAX_SENTENCES).map((text) => `- ${quoteLine(text, SENTENCE_UNITS)}`);
  const seen = quoteLine(reasons.slice(0, MAX_REASONS).join("; "), REASONS_UNITS); // may name what was run
  for (;;) {
    const text = frameLines([
      `Last turn, ${seen}.${quoted.length > 0 ? " Noticed:" : ""}`,
      ...quoted,
      "If a teammate would want it in a month, save_memory it next, with recall_when; else go on.",
    ]);
    if (quoted.length === 0 || estimateTokens(text) <= MAX_TOKENS) return text;
    quoted.pop();
  }
}
