import { hashText } from "../base/hash.ts";
import type { TriageCategory } from "../base/triage_types.ts";
import { pairsOf, runsOf } from "../base/words.ts";

/** The most UTF-16 units of a memory, which is a sentence or a few; a document belongs in a file. */
export const MAX_BODY_UNITS = 8000;
export const MAX_TITLE_UNITS = 200;

/** Returns the text without differences of case, punctuation and blanks, for comparing memories. */
export function normaliseMemoryText(text: string): string {
  const words = runsOf(text.toLowerCase()).map((run) =>
    run.kind === "dense" ? pairsOf(run.text).join(" ") : run.text
  );
  return words.join(" ") || text.trim();
}

/**
 * Returns a hash of a memory's words, by which a forgotten memory is recognised although its text is gone. Only texts
 * with the same words in the same order have the same key.
 */
export function memoryKey(category: MemoryCategory, text: string): string {
  return hashText(`${category}\n${normaliseMemoryText(text)}`);
}

/** Returns a memory's id as people and agents see it. */
export function memoryId(row: number): string {
  return `m${row}`;
}

/** Returns the row number in `m12`, `M12` or `12`; `undefined` for any other text. */
export function parseMemoryId(text: string): number | undefined {
  const digits = /^m?([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The kinds of memories: those that triage finds, and the summary of a session that somebody saves as a memory. */
export type MemoryCategory = TriageCategory | "SESSION_SUMMARY";

/** Every category, in the order in which people read them. */
export const MEMORY_CATEGORIES: readonly MemoryCategory[] = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
  "SESSION_SUMMARY",
];

/** The categories in which a new statement replaces one that it contradicts; two runbooks can both be right. */
const SINGLE_ANSWER: ReadonlySet<MemoryCategory> = new Set(["DECISION", "CONSTRAINT", "PREFERENCE"]);

/** Returns the category of this name, in any case and with a blank or hyphen for the underscore; else `undefined`. */
export function parseCategory(text: string): MemoryCategory | undefined {
  const name = text.trim().toUpperCase().replace(/[\s-]/g, "_");
  return MEMORY_CATEGORIES.find((category) => category === name);
}

/** Returns true if only the newer of two contradicting memories of this category can hold. */
export function hasSingleAnswer(category: MemoryCategory): boolean {
  return SINGLE_ANSWER.has(category);
}
