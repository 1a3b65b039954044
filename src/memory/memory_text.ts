import { hashText } from "../base/hash.ts";
import type { TriageCategory } from "../base/triage_types.ts";
import { pairsOf, runsOf } from "../base/words.ts";

/** A memory is a sentence or a few; who wants to keep a document keeps a file. */
export const MAX_BODY_UNITS = 8000;
export const MAX_TITLE_UNITS = 200;

/** The text by which two memories are the same whatever their case, punctuation and blanks are. */
export function normaliseMemoryText(text: string): string {
  const words = runsOf(text.toLowerCase()).map((run) =>
    run.kind === "dense" ? pairsOf(run.text).join(" ") : run.text
  );
  return words.join(" ") || text.trim();
}

/**
 * Names a memory by what it says, without saying it: what was forgotten is recognised by this. Only texts whose
 * words are the same in the same order have the same key.
 */
export function memoryKey(category: MemoryCategory, text: string): string {
  return hashText(`${category}\n${normaliseMemoryText(text)}`);
}

/** A memory's id as people and agents see it. */
export function memoryId(row: number): string {
  return `m${row}`;
}

/** The row behind `m12`, also `M12` or `12`; `undefined` for anything else. */
export function parseMemoryId(text: string): number | undefined {
  const digits = /^m?([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The kinds of memories: those that triage finds, and what a session did, where somebody saves that. */
export type MemoryCategory = TriageCategory | "SESSION_SUMMARY";

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

/** Tells whether of two memories that contradict each other only the newer one can hold. */
export function hasSingleAnswer(category: MemoryCategory): boolean {
  return SINGLE_ANSWER.has(category);
}
