import { HIRAGANA, holds } from "../base/scripts.ts";
import { type Term, termsOf } from "./terms.ts";

/** The most terms of a query; the rarest decide anyway. */
const MAX_ASKED = 20;
/** The parts of a long text that are read, as people say what they want first or last. */
const HEAD = 6000;
const TAIL = 2000;

/** A term of a question. */
export interface AskedTerm extends Term {
  /** The number of times that the term occurs. */
  readonly count: number;
  /** The share of all texts that hold it. */
  readonly share: number;
}

/** Returns the most telling terms of a text, in their order. */
export function askedTerms(text: string, sharesOf: (words: readonly string[]) => Shares): AskedTerm[] {
  const read = text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)} ${text.slice(-TAIL)}`;
  const counted = new Map<string, { word: string; isWhole: boolean; count: number }>();
  for (const { word, isWhole } of termsOf(read)) {
    const known = counted.get(word);
    if (known === undefined) counted.set(word, { word, isWhole, count: 1 });
    else known.count++;
  }
  if (counted.size === 0) return [];
  const shares = sharesOf([...counted.keys()]);
  const terms = [...counted.values()].map((term) => ({ ...term, share: usualShare(term.word, shares) }));
  return terms.length <= MAX_ASKED ? terms : mostTelling(terms);
}

/** Orders terms before the store's counts are known: names before everyday words, repeated and early ones first. */
function mostTelling(terms: readonly AskedTerm[]): AskedTerm[] {
  const ranked = terms.map((term, i) => ({ term, i, worth: worthOf(term) - i / 50 }));
  ranked.sort((a, b) => b.worth - a.worth || a.i - b.i);
  return ranked.slice(0, MAX_ASKED).sort((a, b) => a.i - b.i).map(({ term }) => term);
}

function worthOf({ word, isWhole, count, share }: AskedTerm): number {
  const length = Math.min(word.length, 10) / 5;
  return (isWhole ? 1 : 0) + length - Math.log(share) + Math.min(count - 1, 3) / 2;
}

/** The assumed share of texts that hold an everyday word, or a short word that no list knows. */
export const MOST_SHARE = 0.06;
const SHORT_SHARE = 0.006;
/** The assumed share of texts that hold a word that no list knows, which is taken for a name. */
export const NAME_SHARE = 0.0002;

/** The share of all texts that hold each of the common stems. */
export type Shares = ReadonlyMap<string, number>;

/**
 * Returns the share of texts of any project that hold a stem. A small store's own counts say little: among thirty
 * memories "page" is as rare as "webhook".
 */
export function usualShare(stem: string, known: Shares): number {
  if (isSmall(stem)) return MOST_SHARE;
  return known.get(stem) ?? (stem.length === 2 && stem < "\x7f" ? SHORT_SHARE : NAME_SHARE);
}

/** Tells whether a stem is a letter, a number below a thousand, or a Japanese ending. */
function isSmall(stem: string): boolean {
  if (stem.length === 1) return stem < "\x7f";
  return stem.length === 2 && holds(stem, [HIRAGANA], 2) || /^[0-9]{1,3}$/.test(stem);
}
