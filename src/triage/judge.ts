import type { Candidate, TriageCategory } from "../base/triage_types.ts";

/** Triage must be so much surer where none is asked, as nobody sees what is saved; of limits and debts it hardly is. */
const CERTAINTY: Readonly<Record<TriageCategory, number>> = {
  DECISION: 0.15,
  RUNBOOK: 0.15,
  CONSTRAINT: 0.35,
  TECH_DEBT: 0.35,
  PREFERENCE: 0.15,
};
const HIGHEST = 0.95;

type Score = Pick<Candidate, "category" | "score">;

/** By category, how much surer triage must be for this user; negative where less will do. */
export type AskShifts = Readonly<Partial<Record<TriageCategory, number>>>;

/** Tells whether a candidate is worth a turn, at the setting `heuristic_threshold`. */
export function isWorthAsking(
  { category, score }: Score,
  threshold: number,
  shifts: AskShifts = {},
): boolean {
  return score >= raised(threshold, shifts[category] ?? 0);
}

/** Tells whether a candidate may be kept as a memory that nobody has looked at. */
export function isNearlyCertain({ category, score }: Score, threshold: number): boolean {
  return score >= raised(threshold, CERTAINTY[category]);
}

/** Never beyond reach. */
function raised(threshold: number, by: number): number {
  return Math.min(Math.max(HIGHEST, threshold), threshold + by);
}
