import type { Candidate, TriageCategory } from "../base/triage_types.ts";

/** The score above the threshold that silent saving needs, as nobody checks what is saved. */
const CERTAINTY: Readonly<Record<TriageCategory, number>> = {
  DECISION: 0.15,
  RUNBOOK: 0.15,
  CONSTRAINT: 0.35,
  TECH_DEBT: 0.35,
  PREFERENCE: 0.15,
};
const HIGHEST = 0.95;

type Score = Pick<Candidate, "category" | "score">;

/** By category, the shift of the threshold for this user; negative where a lower score will do. */
export type AskShifts = Readonly<Partial<Record<TriageCategory, number>>>;

/** Tells whether a candidate is worth asking about; `threshold` is the setting `heuristic_threshold`. */
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

/** Raises the threshold, but not above the highest score that triage gives. */
function raised(threshold: number, by: number): number {
  return Math.min(Math.max(HIGHEST, threshold), threshold + by);
}
