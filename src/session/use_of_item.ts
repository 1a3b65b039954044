import { type Shares, usualShare } from "../search/question.ts";
import { termsOf } from "../search/terms.ts";

/** Of an item with hardly any words of its own, one is enough. */
const FEW = 3;
const SHARE = 0.3;
/** Of a long text the first tell what it is about. */
const MAX_WORDS = 24;
/** What stands in more texts than this, whatever the project, is no sign of one item: "run", "test", "queue". */
const EVERYDAY_SHARE = 0.004;

/** The words of an item that were not said before it was brought back; the first tell what it is about. */
export function ownWords(item: string, saidBefore: string): string[] {
  const known = new Set(termsOf(saidBefore).map(({ word }) => word));
  const own = termsOf(item).map(({ word }) => word).filter((word) => word.length > 2 && !known.has(word));
  return [...new Set(own)];
}

/** Those by which a use of the item is recognised: no everyday words, which are said with any work. */
export function tellingWords(own: readonly string[], shares: Shares): ReadonlySet<string> {
  return new Set(own.filter((word) => usualShare(word, shares) < EVERYDAY_SHARE).slice(0, MAX_WORDS));
}

/** Tells whether what followed (`followedBy`) makes use of an item: names its id, or says enough of its words. */
export function isUsed(id: string, words: ReadonlySet<string>, followed: ReadonlySet<string>): boolean {
  if (followed.has(id)) return true;
  const said = [...words].filter((word) => followed.has(word)).length;
  const wanted = words.size <= FEW ? 1 : Math.max(2, Math.ceil(words.size * SHARE));
  return said >= wanted;
}

/** The words and ids in what was said and done after an item was brought back. */
export function followedBy(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const { word } of termsOf(text)) words.add(word);
    for (const [id] of text.matchAll(/\b[mg][1-9]\d{0,8}\b/g)) words.add(id);
  }
  return words;
}
