/** FNV-1a over UTF-16 units. */
export function hashWord(word: string): number {
  let state = 0x811c9dc5 | 0;
  for (let i = 0; i < word.length; i++) state = Math.imul(state ^ word.charCodeAt(i), 0x01000193);
  return state;
}

/** A hash of two. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ (b >>> 15), 0x2c1b3c6d) ^ Math.imul(b, 0x297a2d39);
  h ^= h >>> 12;
  return Math.imul(h, 0x165667b1) ^ (h >>> 15);
}

/** What begins a hashed pair of words. */
export const PAIR = hashWord("bigram");
/** Stands for every word that carries a subject. */
export const CONTENT = hashWord("\u0002content");
/** What begins a hashed part of a skeleton. */
export const SKELETON = hashWord("skeleton");
