import type { Candidate, TriageCategory } from "../base/triage_types.ts";

/** The additional score that triage needs to save without asking; limits and debts hardly reach it. */
const CERTAINTY: Readonly<Record<TriageCategory, number>> = {
  DECISION: 0.15,
  RUNBOOK: 0.15,
  CONSTRAINT: 0.35,
  TECH_DEBT: 0.35,
  PREFERENCE: 0.15,
};
const HIGHEST = 0.95;

type Score = Pick<Candidate, "category" | "score">;

/** The additional score that triage needs for this user, by category; negative where less suffices. */
export type AskShifts = Readonly<Partial<Record<TriageCategory, number>>>;

/** Tells whether a candidate is worth a turn, given the setting `heuristic_threshold`. */
export function isWorthAsking(
  { category, score }: Score,
  threshold: number,
  shifts: AskShifts = {},
): boolean {
  return score >= raised(threshold, shifts[category] ?? 0);
}

/** Tells whether a candidate may become a memory without anybody looking at it. */
export function isNearlyCertain({ category, score }: Score, threshold: number): boolean {
  return score >= raised(threshold, CERTAINTY[category]);
}

/** Raises a threshold, to at most a score that can be reached. */
function raised(threshold: number, by: number): number {
  return Math.min(Math.max(HIGHEST, threshold), threshold + by);
}
