import { HIRAGANA, holds } from "../base/scripts.ts";
import { runsOf } from "../base/words.ts";
import { type Term, termsOf } from "./terms.ts";

/** More are not asked for: the rarest of them decide anyhow. */
const MAX_ASKED = 20;
/** What is read of a long text: people say what they want first or last. */
const HEAD = 6000;
const TAIL = 2000;

/** A term of a question. */
export interface AskedTerm extends Term {
  /** How often it is said. */
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

/** So many words of a text are enough to ask again by, and so many signs of one. */
const FEW = 4;
const SIGNS = 24;

/** A word as a text writes it, and as it is indexed. */
interface WrittenWord {
  readonly run: string;
  readonly stem: string;
}

/** The different words of the beginning of a text, in their order. */
export function writtenWords(text: string): WrittenWord[] {
  const runs = [...new Set(runsOf(text.slice(0, HEAD)).map(({ text: run }) => run.slice(0, SIGNS)))];
  return runs.flatMap((run) => {
    const stem = termsOf(run)[0]?.word;
    return stem === undefined ? [] : [{ run, stem }];
  });
}

/** Those of the words that one of the texts has. */
export function wordsIn(words: readonly WrittenWord[], texts: readonly string[]): WrittenWord[] {
  const known = new Set(texts.flatMap(termsOf).map(({ word }) => word));
  return words.filter(({ stem }) => known.has(stem));
}

/** The few words of a text that tell most of those that one of the others has, as it writes them, in their order. */
export function sharedWords(
  text: string,
  others: readonly string[],
  sharesOf: (words: readonly string[]) => Shares,
): string[] {
  const shared = wordsIn(writtenWords(text), others);
  const shares = sharesOf(shared.map(({ stem }) => stem));
  const rarest = shared.toSorted((a, b) => usualShare(a.stem, shares) - usualShare(b.stem, shares));
  const few = new Set(rarest.slice(0, FEW));
  return shared.filter((one) => few.has(one)).map(({ run }) => run);
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
