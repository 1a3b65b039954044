// The text of memories: categories, ids and titles, and the keys by which equal and forgotten texts are recognised.
import { cutAtWord, cutEnd } from "../base/cut.ts";
import { hashText } from "../base/hash.ts";
import { TRIAGE_CATEGORIES } from "../base/triage_types.ts";
import { isAbbreviation, pairsOf, runsOf, withNamedSigns } from "../base/words.ts";

export const MAX_BODY_UNITS = 8000; // the most UTF-16 units of a memory, as a longer text belongs in a file
export const MAX_TITLE_UNITS = 200;

/** Removes differences of case, punctuation and blanks; of scripts without blanks ("dense"), returns pairs. */
export function normaliseMemoryText(text: string): string {
  const words = runsOf(withNamedSigns(text).toLowerCase()).map((run) =>
    run.kind === "dense" ? pairsOf(run.text).join(" ") : run.text
  );
  return words.join(" ") || text.trim();
}

/** Returns a hash of a memory's words in their order, by which a forgotten memory is recognised without its text. */
export function memoryKey(category: MemoryCategory, text: string): string {
  return hashText(`${category}\n${normaliseMemoryText(text)}`);
}

/** Returns the keys of these words in all categories: forgotten words stay forgotten in each. */
export function memoryKeys(text: string): string[] {
  return MEMORY_CATEGORIES.map((category) => memoryKey(category, text));
}

export const memoryId = (row: number): string => `m${row}`;

export const MEMORY_CATEGORIES = [...TRIAGE_CATEGORIES, "SESSION_SUMMARY"] as const;

export type MemoryCategory = typeof MEMORY_CATEGORIES[number];

export function parseCategory(text: string): MemoryCategory | undefined {
  const name = text.trim().toUpperCase().replace(/[\s-]/g, "_");
  return MEMORY_CATEGORIES.find((category) => category === name);
}

const MADE_TITLE_UNITS = 90; // the most UTF-16 units of a title that is made from the body
const LEAST_UNITS = 24; // a shorter sentence or clause says too little to stand for the whole body
const LISTED_TITLE_UNITS = 120; // the most units of a given title in a list

/** Matches the end of a part that stands on its own, but not the full stop in `cart.py`, `1.5` and `2. x`. */
const SENTENCE_END = /(?<!^\s*\d{1,2})[.!?;](?=\s|$)|[。！？；\n]| [–—] /gm;
const CLAUSE_END = /[,:](?=\s)|[，、：]|\s(?=\()/g;

const MARKS = /^(?:\s|[-*+•>#]+\s|\d{1,2}[.)]\s)+/; // matches marks of lists, quotations and headings

/** Returns the line that stands for a memory in a list: its title, else one made from its body. */
export function titleLine(title: string | null, body: string): string {
  const given = title?.trim() ?? "";
  return given === "" ? madeTitle(body) : cutEnd(given, LISTED_TITLE_UNITS);
}

/** Returns the first sentence of a body or, of a long one, its first clauses, in at most 90 UTF-16 units. */
export function madeTitle(body: string): string {
  const text = body.replace(MARKS, "").trim();
  const sentence = text.slice(0, endOf(text)).trim();
  if (sentence.length <= MADE_TITLE_UNITS) return sentence;
  const clauses = [...sentence.slice(0, MADE_TITLE_UNITS).matchAll(CLAUSE_END)].map(({ index }) => index);
  const isInBrackets = (at: number) => sentence.lastIndexOf("(", at - 1) > sentence.lastIndexOf(")", at - 1);
  const last = clauses.findLast((at) => at >= LEAST_UNITS && !isInBrackets(at));
  return last === undefined ? cutAtWord(sentence, MADE_TITLE_UNITS) : sentence.slice(0, last);
}

/** Returns the end of the first sentence. A short one, such as "Done.", is joined with the next. */
function endOf(text: string): number {
  const ends = text.matchAll(SENTENCE_END);
  return ends.find(({ index }) => index >= LEAST_UNITS && !isAbbreviation(text, index, true))?.index ??
    text.length;
}

const REPEATED_SHARE = 0.7; // a text with this share of the title's words needs no title

/** Returns a text with its title before it, unless the text has most words of the title. */
export function withTitle(title: string | null, text: string): string {
  const head = title?.replace(/(…|\.\.\.)$/, "").trim() ?? "";
  if (head === "" || text.startsWith(head)) return text;
  if (text === "") return head;
  const inText = new Set(longWordsOf(text));
  const words = longWordsOf(head);
  const share = words.filter((word) => inText.has(word)).length / Math.max(1, words.length);
  return share >= REPEATED_SHARE ? text : `${head}: ${text}`;
}

/** Leaves out words of one or two UTF-16 units. */
function longWordsOf(text: string): string[] {
  return text.toLowerCase().split(/[\s.,:;!?()"'`/]+/).filter((word) => word.length > 2);
}
