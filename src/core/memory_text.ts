import { hashText } from "./hash.ts";
import type { MemoryCategory } from "./memory_categories.ts";
import { pairsOf, runsOf } from "./memory_runs.ts";

/** A memory is a sentence or a few; who wants to keep a document keeps a file. */
export const MAX_BODY_UNITS = 8000;
export const MAX_TITLE_UNITS = 200;

/** The text by which two memories are the same whatever their case, punctuation and blanks are. */
export function normaliseMemoryText(text: string): string {
  const words = runsOf(text).map((run) => run.kind === "letter" ? run.text : pairsOf(run.text).join(" "));
  return words.join(" ") || text.trim();
}

/**
 * Names a memory by what it says, without saying it: what was forgotten is recognised by this. Only texts whose
 * words are the same in the same order have the same key.
 */
export function memoryKey(category: MemoryCategory, text: string): string {
  return hashText(`${category}\n${normaliseMemoryText(text)}`);
}
