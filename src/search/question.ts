import { HIRAGANA, holds } from "../base/scripts.ts";
import { type Term, termsOf } from "./terms.ts";

/** More are not asked for: the rarest of them decide anyhow. */
const MAX_ASKED = 20;
/** The parts of a long text that are read: people say what they want first or last. */
const HEAD = 6000;
const TAIL = 2000;

/** A term of a question. */
export interface AskedTerm extends Term {
  /** The number of times that it is said. */
  readonly count: number;
  /** In what share of all texts it stands. */
  readonly share: number;
}

/** The most telling terms of any text, in their order; none for a text without any. */
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

/** Before anything is known of what the store holds: names before everyday words, what is said again or early. */
function mostTelling(terms: readonly AskedTerm[]): AskedTerm[] {
  const ranked = terms.map((term, i) => ({ term, i, worth: worthOf(term) - i / 50 }));
  ranked.sort((a, b) => b.worth - a.worth || a.i - b.i);
  return ranked.slice(0, MAX_ASKED).sort((a, b) => a.i - b.i).map(({ term }) => term);
}

function worthOf({ word, isWhole, count, share }: AskedTerm): number {
  const length = Math.min(word.length, 10) / 5;
  return (isWhole ? 1 : 0) + length - Math.log(share) + Math.min(count - 1, 3) / 2;
}

/** In what share of texts everyday words, and short ones that no list knows, stand. */
export const MOST_SHARE = 0.06;
const SHORT_SHARE = 0.006;
/** The same of a word that no list knows: it is taken for a name. */
export const NAME_SHARE = 0.0002;

/** The share of all texts of all projects in which stems stand, of those that are known to be common. */
export type Shares = ReadonlyMap<string, number>;

/**
 * In what share of all texts of all projects a word stands. What a store knows of it says little while it is small: in
 * a project with thirty memories "page" is as rare as "webhook".
 */
export function usualShare(stem: string, known: Shares): number {
  if (isSmall(stem)) return MOST_SHARE;
  return known.get(stem) ?? (stem.length === 2 && stem < "\x7f" ? SHORT_SHARE : NAME_SHARE);
}

/** A letter, a number below a thousand, or the part of a Japanese word that only bends it. */
function isSmall(stem: string): boolean {
  if (stem.length === 1) return stem < "\x7f";
  return stem.length === 2 && holds(stem, [HIRAGANA], 2) || /^[0-9]{1,3}$/.test(stem);
}
