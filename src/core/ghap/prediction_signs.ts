import { hashWord } from "../triage/hash_word.ts";

/** More words than this are no prediction any more. */
const MAX_WORDS = 400;
/** So far behind a word another one may stand and be a pair with it. */
const REACH = 4;
/** Of a hash of 32 bits the upper ones are the better ones. */
const UNUSED_BITS = 8;

const WORD = /[^\s.;:,!?"`]+(?:[.:][^\s.;:,!?"`]+)*|[.;:,!?]/g;
const MARK = /^[.;:,!?]$/;
const JOINER = /^(?:but|because|since|so|then|after|once|while|until|although|though|as|and)$/;

/**
 * What a text consists of, as numbers of 24 bits: its words, pairs and triples of them, and which of them stand in its
 * first, last and other clauses. Numbers and the names of tests, files and errors are taken as such.
 */
export function signsOf(text: string, kind?: "tests" | "builds"): number[] {
  const words = (text.replaceAll("’", "'").match(WORD) ?? []).slice(0, MAX_WORDS).map(sortOf);
  const signs = new Set<string>();
  if (kind !== undefined) signs.add(`k${kind}`);
  for (const [i, word] of words.entries()) {
    signs.add(word);
    if (kind !== undefined) signs.add(`${kind}|${word}`);
    for (let distance = 1; distance <= REACH && i + distance < words.length; distance++) {
      signs.add(`${distance === 1 ? "2" : "s"} ${word} ${words[i + distance]}`);
    }
    if (i + 2 < words.length) signs.add(`3 ${word} ${words[i + 1]} ${words[i + 2]}`);
  }
  const clauses = clausesOf(words);
  for (const [i, clause] of clauses.entries()) {
    const place = i === clauses.length - 1 ? "L" : i === 0 ? "F" : "M";
    for (const [j, word] of clause.entries()) {
      signs.add(place + word);
      if (j > 0) signs.add(`${place}2 ${clause[j - 1]} ${word}`);
    }
  }
  return [...new Set(Array.from(signs, (sign) => hashWord(sign) >>> UNUSED_BITS))];
}

function sortOf(word: string): string {
  if (/^[\d.,/]+%?$/.test(word)) return word === "0" || word === "1" ? `#${word}` : "#";
  if (/_|\(|::|\.[a-z]|[a-z][A-Z]/.test(word)) return /error|exception|panic/i.test(word) ? "ERROR" : "NAME";
  return /(?:Error|Exception)$/.test(word) ? "ERROR" : word.toLowerCase();
}

function clausesOf(words: readonly string[]): string[][] {
  const clauses: string[][] = [[]];
  for (const word of words) {
    const isJoiner = JOINER.test(word);
    if (MARK.test(word) || isJoiner) clauses.push([]);
    if (!MARK.test(word)) clauses.at(-1)?.push(word);
  }
  return clauses.filter((clause) => clause.length > 0);
}
