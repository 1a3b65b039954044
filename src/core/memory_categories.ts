import type { TriageCategory } from "./triage_types.ts";

/** What kinds of memories there are; the ones that triage finds. */
export type MemoryCategory = TriageCategory;

/** Every category, in the order in which they are named to people. */
export const MEMORY_CATEGORIES: readonly MemoryCategory[] = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
  "SESSION_SUMMARY",
];

/** Those in which a new statement takes the place of one that it contradicts; two runbooks can both be right. */
const SINGLE_ANSWER: ReadonlySet<MemoryCategory> = new Set(["DECISION", "CONSTRAINT", "PREFERENCE"]);

/** The category of this name, in any case and with a blank or hyphen for the underscore; `undefined` for others. */
export function parseCategory(text: string): MemoryCategory | undefined {
  const name = text.trim().toUpperCase().replace(/[\s-]/g, "_");
  return MEMORY_CATEGORIES.find((category) => category === name);
}

/** Whether of two memories that contradict each other only the newer one can hold. */
export function hasSingleAnswer(category: MemoryCategory): boolean {
  return SINGLE_ANSWER.has(category);
}
