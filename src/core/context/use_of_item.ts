import { termsOf } from "../search/terms.ts";

/** Of an item with hardly any words of its own, one is enough. */
const FEW = 3;
const SHARE = 0.3;
/** Of a long text the first tell what it is about. */
const MAX_WORDS = 24;

/** The words by which a use of an item is recognised: those that were not said before it was brought back. */
export function tellingWords(item: string, saidBefore: string): ReadonlySet<string> {
  const known = new Set(termsOf(saidBefore).map(({ word }) => word));
  const own = termsOf(item).map(({ word }) => word).filter((word) => word.length > 2 && !known.has(word));
  return new Set([...new Set(own)].slice(0, MAX_WORDS));
}

/** Whether what followed makes use of an item: names its id, or says enough of its words. */
export function isUsed(id: string, words: ReadonlySet<string>, followed: Followed): boolean {
  if (followed.words.has(id)) return true;
  const said = [...words].filter((word) => followed.words.has(word)).length;
  const wanted = words.size <= FEW ? 1 : Math.max(2, Math.ceil(words.size * SHARE));
  return said >= wanted;
}

/** What was said and done after an item was brought back. */
export interface Followed {
  readonly words: ReadonlySet<string>;
}

/** Reads what was said and done. */
export function followedBy(texts: readonly string[]): Followed {
  const words = new Set<string>();
  for (const text of texts) {
    for (const { word } of termsOf(text)) words.add(word);
    for (const [id] of text.matchAll(/\b[mg][1-9]\d{0,8}\b/g)) words.add(id);
  }
  return { words };
}
