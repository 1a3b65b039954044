import type { LearntCategory, Model } from "./model.ts";
import { isTakenBack, type RankedPassage } from "./rank_passages.ts";
import { isStatedInFull } from "./stated_in_full.ts";

/** The trained parts of triage: what words say, and what the conversation around them says. */
export interface TrainedTriage {
  readonly words: Model;
  /** A weight for each judged sign, by category. */
  readonly signs: Readonly<Record<LearntCategory, readonly number[]>>;
}

/** A plain statement is asked about even where nothing around it tells that it mattered. */
const STATED_SCORE = 0.62;

/** What is taken back is not asked about, however it is worded; a model may still be. */
const TAKEN_BACK_SCORE = 0.55;

/** How sure it is that a passage is worth keeping, 0 to 1. */
export function judge(passage: RankedPassage, trained: TrainedTriage): number {
  const weights = trained.signs[passage.category];
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (passage.signs[i] ?? 0);
  const score = 1 / (1 + Math.exp(-sum));
  if (isStatedInFull(passage.passage, passage.category)) return Math.max(score, STATED_SCORE);
  return score > TAKEN_BACK_SCORE && isTakenBack(passage.passage, passage.category)
    ? TAKEN_BACK_SCORE
    : score;
}
