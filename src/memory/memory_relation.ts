import { isCjk } from "../base/scripts.ts";
import { withNamedSigns } from "../base/words.ts";
import { isTelling, type Statement, statementOf, type Word, wordsOf } from "./memory_statement.ts";
import { IRREGULAR } from "./memory_vocabulary.ts";

/**
 * Returns true if two texts of one category say the same. In doubt they do not: two memories too many cost little, but
 * a text that was wrongly taken for another one is lost.
 */
export function isSameText(a: string, b: string): boolean {
  return isSameStatement(statementOf(a), statementOf(b));
}

/** Returns true if the newer text has more telling words than the older one, or as many and is longer. */
export function saysMore(newer: string, older: string): boolean {
  const [after, before] = [contentOf(newer).size, contentOf(older).size];
  return after === before ? newer.trim().length > older.trim().length : after > before;
}

export function contentOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter(isTelling).map(({ stem }) => stem));
}

/** Returns true if two texts that were read by `statementOf` say the same. */
export function isSameStatement(a: Statement, b: Statement): boolean {
  return saysTheSame(a, b) && !denies(a, b) && !denies(b, a) && !isOneChange(a.words, b.words);
}

function saysTheSame(a: Statement, b: Statement): boolean {
  if (a.affirmed.size === 0 && b.affirmed.size === 0) return isClose(a.denied, b.denied);
  return isClose(a.affirmed, b.affirmed) &&
    (a.denied.size === 0 || b.denied.size === 0 || !a.denied.isDisjointFrom(b.denied));
}

/**
 * Returns true if two texts say different things in mostly the same words: one denies what the other affirms, or they
 * differ in one place only, as in a port or a name. Texts that deny the same only put it differently: "Never deploy on
 * Fridays" and "Deploys are not made on Fridays".
 */
export function isAgainst(a: Statement, b: Statement): boolean {
  const [isDenied, isDenying] = [denies(a, b), denies(b, a)];
  const isContrary = isDenied && isDenying || (isDenied || isDenying) && a.denied.isDisjointFrom(b.denied);
  return (isContrary && dice(a.affirmed.union(a.denied), b.affirmed.union(b.denied)) > 0.5) ||
    isOneChange(a.words, b.words);
}

function denies(a: Statement, b: Statement): boolean {
  return !a.denied.difference(a.affirmed).isDisjointFrom(b.affirmed.difference(b.denied));
}

/** The most words of a place in which two texts differ: two longer parts may say one thing in other words. */
const MOST_CHANGED = 4;

/** Returns true if two texts are equal but for one place, where each has something that the other has not. */
function isOneChange(a: readonly Word[], b: readonly Word[]): boolean {
  let start = 0;
  while (start < a.length && a[start]!.stem === b[start]?.stem) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end)!.stem === b.at(-1 - end)!.stem) end++;
  const [changedA, changedB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (start + end === 0 || Math.max(changedA.length, changedB.length) > MOST_CHANGED) return false;
  const [partsA, partsB] = [partsOf(changedA), partsOf(changedB)];
  return !partsA.isSubsetOf(partsB) && !partsB.isSubsetOf(partsA);
}

/** Returns the stems, but the characters of pairs: what is inserted between two characters changes their pair. */
function partsOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.flatMap(({ stem, kind }) => kind === "pair" ? [...stem] : [stem]));
}

/** Returns true if nearly all words are common, and only one side has others, but for scripts without blanks. */
function isClose(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  const common = a.intersection(b).size;
  const least = Math.min(a.size, b.size);
  const likeness = dice(a, b);
  if (common === least) return likeness >= 0.75 || (least >= 3 && likeness >= 0.6);
  return likeness >= 0.85 && [...a.symmetricDifference(b)].every((word) => isCjk(word.charCodeAt(0)));
}

/** Returns Dice's coefficient of two sets, from 0 (disjoint) to 1 (equal). */
export function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  return 2 * a.intersection(b).size / (a.size + b.size);
}

/** Two texts are about one matter if the longer one holds this share of the telling words of the shorter one. */
const SAME_MATTER = 0.6;

/**
 * Returns true if two texts are about one matter, in whatever words and however long, and neither speaks against the
 * other. This is laxer than `isSameText`.
 */
export function isSameMatter(a: string, b: string): boolean {
  const [own, other] = [contentOf(a), contentOf(b)];
  return own.intersection(other).size > 1 && partOf(own, other) >= SAME_MATTER &&
    !isAgainst(statementOf(a), statementOf(b));
}

/** Returns the share of the telling words of the shorter text that the other one has, from 0 to 1. */
export function sharedPart(a: string, b: string): number {
  return partOf(contentOf(a), contentOf(b));
}

function partOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size);
  return least === 0 ? 0 : a.intersection(b).size / least;
}

interface Titled {
  readonly title: string | null;
  readonly body: string;
}

/**
 * Returns true if the titles of two memories name different things. A body may say the rest of its title, as "It is in
 * review, so the next number is 9002", and then be the same in both.
 */
export function areTitlesApart(a: Titled, b: Titled): boolean {
  if (a.title === null || b.title === null) return false;
  const isBeyond = (title: string, other: Titled) =>
    !contentOf(title).isSubsetOf(contentOf(`${other.title} ${other.body}`));
  return isBeyond(a.title, b) && isBeyond(b.title, a) && !isSameText(a.title, b.title);
}

/** The most texts that are returned. A repetition is among those that share most words, however many texts there are. */
const MAX_LIKELY = 20;
/** The UTF-16 units of a word that are compared, as endings differ. */
const START_UNITS = 4;

/**
 * Returns the indexes of the texts that may say the same as a statement: those that share most of its words. This is
 * thirty times as fast as to compare the statements.
 */
export function likelyRelated(own: Statement, texts: readonly string[]): number[] {
  const words = [...new Set([...own.affirmed, ...own.denied])].map((stem) => formsOf(stem.toLowerCase()));
  const found = texts.map((given, index) => {
    const text = withNamedSigns(given.normalize("NFKC").toLowerCase());
    const isIn = (form: string) => text.includes(form);
    return { index, score: words.filter((forms) => forms.some(isIn)).length };
  });
  const likely = words.length === 0 ? found : found.filter(({ score }) => score > 0);
  return likely.sort((a, b) => b.score - a.score).slice(0, MAX_LIKELY).map(({ index }) => index);
}

/** Returns the beginnings of a word's forms. The "i" of a stem is left out, as "tri" is the stem of "try" and "tries". */
function formsOf(stem: string): string[] {
  const end = stem.endsWith("i") && stem.length > 2 ? stem.length - 1 : stem.length;
  const irregular = Object.entries(IRREGULAR).filter(([, base]) => base === stem).map(([form]) => form);
  return [stem.slice(0, Math.min(START_UNITS, end)), ...irregular];
}
