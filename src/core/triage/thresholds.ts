import type { Candidate, TriageCategory } from "../triage_types.ts";

/**
 * How much surer than `heuristic_threshold` triage must be of a category before somebody is asked. Chosen on windows of
 * real sessions, for precision: an ask costs a turn, and what scores less can still be mentioned in a note.
 */
const ABOVE_THRESHOLD: Readonly<Record<TriageCategory, number>> = {
  DECISION: 0.06,
  RUNBOOK: 0.05,
  CONSTRAINT: 0.08,
  TECH_DEBT: 0.2,
  PREFERENCE: 0,
  SESSION_SUMMARY: 0,
};

/** Where nobody is asked, triage must be this much surer still, as nobody sees what is saved. */
const CERTAINTY = 0.15;
const HIGHEST = 0.95;

type Scored = Pick<Candidate, "category" | "score">;

/** By category, how much surer triage must be for this user; negative where less will do. */
export type AskShifts = Readonly<Partial<Record<TriageCategory, number>>>;

/** Whether a candidate is worth a turn, at the setting `heuristic_threshold`. */
export function isWorthAsking(
  { category, score }: Scored,
  threshold: number,
  shifts: AskShifts = {},
): boolean {
  return score >= raised(threshold, ABOVE_THRESHOLD[category] + (shifts[category] ?? 0));
}

/** Whether a candidate may be kept as a memory that nobody has looked at. */
export function isNearlyCertain({ category, score }: Scored, threshold: number): boolean {
  return score >= raised(threshold, ABOVE_THRESHOLD[category] + CERTAINTY);
}

/** Never beyond reach, and never below what the user has set. */
function raised(threshold: number, by: number): number {
  return Math.max(threshold, Math.min(HIGHEST, threshold + by));
}
