import { errorLines } from "../../src/search/failure_marks.ts";
import { fileNamesIn } from "../../src/search/file_names.ts";
import { termsOf } from "../../src/search/terms.ts";
import type { CodingItem, CodingQuery } from "./coding_data.ts";

/** The kinds of prompts that something answers, told by rules; the first that holds. */
export const PROMPT_KINDS = ["error text", "file", "other language", "other words", "same words"] as const;
export type PromptKind = typeof PROMPT_KINDS[number];

/** Who says fewer of an answer's words than this share of the own asks in other words. */
const OTHER_WORDS = 0.25;

/** Of which kind a prompt is that these items answer. */
export function kindOf({ text, lang }: CodingQuery, answers: readonly CodingItem[]): PromptKind {
  if (errorLines(text, 1).length > 0) return "error text";
  if (fileNamesIn([text]).length > 0) return "file";
  if (answers.every((answer) => answer.lang !== lang)) return "other language";
  const asked = wordsOf(text);
  const shared = answers.map((answer) => asked.intersection(wordsOf(ownWords(answer))).size / asked.size);
  return Math.max(...shared) < OTHER_WORDS ? "other words" : "same words";
}

/** What an item says itself: what stands in the index without its phrases. */
function ownWords(item: CodingItem): string {
  if (item.kind === "value") return item.text;
  if (item.kind === "memory") return `${item.title ?? ""} ${item.body}`;
  const { goal, hypothesis, action, prediction, result, surprise = "", rootCause, lesson } = item;
  const learnt = [rootCause.description, lesson.what_worked, lesson.takeaway];
  return [goal, hypothesis, action, prediction, result, surprise, ...learnt].join(" ");
}

/** What of an answer has to be shown, of its words that the prompt does not say. */
const CARRIED = 0.8;

/**
 * Whether a shown text holds the words that answer: of those that the answer states and the prompt leaves out at least
 * eight in ten, in whatever item they stand.
 */
export function isCarried(shown: string, answer: CodingItem, { text }: CodingQuery): boolean {
  const wanted = wordsOf(statementOf(answer)).difference(wordsOf(text));
  return wanted.intersection(wordsOf(shown)).size >= CARRIED * wanted.size;
}

/** What an item was kept for. */
function statementOf(item: CodingItem): string {
  if (item.kind === "value") return item.text;
  return item.kind === "memory" ? item.body : item.lesson.takeaway;
}

function wordsOf(text: string): Set<string> {
  return new Set(termsOf(text).filter(({ isWhole }) => !isWhole).map(({ word }) => word));
}
