import { cutAtWord, cutEnd } from "../base/cut.ts";
import { hashText } from "../base/hash.ts";
import type { TriageCategory } from "../base/triage_types.ts";
import { pairsOf, runsOf, withNamedSigns } from "../base/words.ts";

/** The most UTF-16 units of a memory, which is a sentence or a few; a document belongs in a file. */
export const MAX_BODY_UNITS = 8000;
/** The most UTF-16 units of a title that somebody gives. */
export const MAX_TITLE_UNITS = 200;

/** Returns the text without differences of case, punctuation and blanks, for comparing memories. */
export function normaliseMemoryText(text: string): string {
  const words = runsOf(withNamedSigns(text).toLowerCase()).map((run) =>
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

export function memoryId(row: number): string {
  return `m${row}`;
}

/** The kinds of memories: those that triage finds, and the summary of a session that somebody saves as a memory. */
export type MemoryCategory = TriageCategory | "SESSION_SUMMARY";

export const MEMORY_CATEGORIES: readonly MemoryCategory[] = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
  "SESSION_SUMMARY",
];

export function parseCategory(text: string): MemoryCategory | undefined {
  const name = text.trim().toUpperCase().replace(/[\s-]/g, "_");
  return MEMORY_CATEGORIES.find((category) => category === name);
}

const MADE_UNITS = 90;
/** The least units of a clause that can stand for the whole body; a shorter one says too little. */
const LEAST_UNITS = 24;
/** The most units of a given title on a line of the contents. */
const GIVEN_UNITS = 120;

/** Matches the end of a sentence, or of a part that stands on its own; not the full stop in `cart.py`, `1.5` and `2. x`. */
const SENTENCE_END = /(?<!^\s*\d{1,2})[.!?;](?=\s|$)|[。！？；\n]| [–—] /;
const CLAUSE_END = /[,:](?=\s)|[，、：]|\s(?=\()/g;

/** Matches marks of a list, a heading or a quotation before the first word. */
const MARKS = /^(?:\s|[-*+•>#]+\s|\d{1,2}[.)]\s)+/;

/** Returns the line that represents a memory in the contents: its title, else a title made from its body. */
export function titleLine(title: string | null, body: string): string {
  const given = title?.trim() ?? "";
  return given === "" ? madeTitle(body) : cutEnd(given, GIVEN_UNITS);
}

/** Returns the first sentence of a body; of a sentence with more than 90 UTF-16 units, only the first clauses. */
export function madeTitle(body: string): string {
  const text = body.replace(MARKS, "").trim();
  const sentence = text.slice(0, endOf(text)).trim();
  if (sentence.length <= MADE_UNITS) return sentence;
  const clauses = [...sentence.slice(0, MADE_UNITS).matchAll(CLAUSE_END)].map(({ index }) => index);
  const isInBrackets = (at: number) => sentence.lastIndexOf("(", at - 1) > sentence.lastIndexOf(")", at - 1);
  const last = clauses.findLast((at) => at >= LEAST_UNITS && !isInBrackets(at));
  return last === undefined ? cutAtWord(sentence, MADE_UNITS) : sentence.slice(0, last);
}

/** Finds the end of the first sentence that is long enough; a short one, such as "Done.", joins the next. */
function endOf(text: string): number {
  let from = 0;
  while (from < text.length) {
    const end = SENTENCE_END.exec(text.slice(from));
    if (end === null) return text.length;
    const at = from + end.index;
    if (at >= LEAST_UNITS) return at;
    from = at + end[0].length;
  }
  return text.length;
}

/** A title adds nothing to a text that contains this share of the title's words. */
const REPEATED_SHARE = 0.7;

/** Puts the title in front of the text, unless it adds nothing to the text. */
export function withTitle(title: string | null, text: string): string {
  const head = title?.replace(/(…|\.\.\.)$/, "").trim() ?? "";
  if (head === "" || text.startsWith(head)) return text;
  if (text === "") return head;
  const inText = new Set(wordsOf(text));
  const words = wordsOf(head);
  const share = words.filter((word) => inText.has(word)).length / Math.max(1, words.length);
  return share >= REPEATED_SHARE ? text : `${head}: ${text}`;
}

/** Splits a text at blanks and signs, in lower case; words of one or two units are left out. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[\s.,:;!?()"'`/]+/).filter((word) => word.length > 2);
}
