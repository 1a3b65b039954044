import { addSubjects } from "./discourse.ts";
import type { LearntCategory, Model } from "./model.ts";
import { hasItsParts } from "./parts.ts";
import { isTakenBack, type RankedPassage } from "./rank_passages.ts";
import { isStatedInFull, isTakenOption } from "./stated_in_full.ts";
import { TokenKind } from "./token_kind.ts";

/** The trained parts of triage: what words say, and what the conversation around them says. */
export interface TrainedTriage {
  readonly words: Model;
  /** A weight for each judged sign, by category. */
  readonly signs: Readonly<Record<LearntCategory, readonly number[]>>;
}

/** A plain statement is asked about even where nothing around it tells that it mattered. */
const STATED_SCORE = 0.67;

/** Whoever takes one of the options laid out has decided, in whatever words, where these do not speak against it. */
const TAKEN_SCORE = 0.7;
const LEAST_TAKEN_SCORE = 0.45;

/**
 * What is taken back, says next to nothing or lacks a part of what makes it one is not asked about, however it is worded;
 * a model may still be, and a note may mention it.
 */
const DOUBTFUL_SCORE = 0.55;

/** "Down to 31 ms." tells nobody what to do next time. */
const FEWEST_SUBJECTS = 4;

/** How sure it is that a passage is worth keeping, 0 to 1. */
export function judge(passage: RankedPassage, trained: TrainedTriage): number {
  const weights = trained.signs[passage.category];
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (passage.signs[i] ?? 0);
  const score = 1 / (1 + Math.exp(-sum));
  const isStated = isStatedInFull(passage);
  const isTaken = score >= LEAST_TAKEN_SCORE && isTakenOption(passage);
  const sure = Math.max(score, isStated ? STATED_SCORE : 0, isTaken ? TAKEN_SCORE : 0);
  if (sure <= DOUBTFUL_SCORE) return sure;
  const isDoubtful = saysLittle(passage) || !(isTaken || hasItsParts(passage, isStated)) ||
    (!isStated && isTakenBack(passage.passage, passage.category));
  return isDoubtful ? DOUBTFUL_SCORE : sure;
}

/** Whether a cause or cure names next to nothing; scripts without blanks are not counted in words. */
function saysLittle({ category, passage }: RankedPassage): boolean {
  if (category !== "RUNBOOK") return false;
  const subjects = new Set<string>();
  addSubjects(passage, subjects);
  return subjects.size < FEWEST_SUBJECTS &&
    !passage.sentences.some(({ tokens: { all } }) => all.some(({ kind }) => kind === TokenKind.Cjk));
}
