import { stemOf as regularStem } from "../base/stem.ts";
import { pairsOf, runsOf, withNamedSigns } from "../base/words.ts";
import { DENIALS, DENYING_PARTS, EMPTY_WORDS, IRREGULAR, NAMES, TURNS } from "./memory_vocabulary.ts";

/** A word of a text, or two adjacent characters of a script that has no blanks between words. */
interface Word {
  readonly text: string;
  /** The stem, which all forms of the word share. */
  readonly stem: string;
}

export function wordsOf(text: string): Word[] {
  return runsOf(withNamedSigns(text)).flatMap(({ text: run, kind }, i): Word[] => {
    if (kind === "dense") return pairsOf(run).map((pair) => ({ text: pair, stem: pair }));
    const isName = run.length < 3 && (NAMES.has(run) || (i > 0 && /^(?:[A-HJ-Z]|Go)$/.test(run)));
    const word = isName ? run : run.toLowerCase();
    return [{ text: word, stem: stemOf(word) }];
  });
}

function stemOf(word: string): string {
  return Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word]! : regularStem(word);
}

/** The parts of a memory's text that are compared. */
export interface Statement {
  /** The stems of the telling words, in their order. */
  readonly content: readonly string[];
  /** True if the text denies something, prefers one thing to another, or makes an exception; `denies`: it only denies. */
  readonly turns: boolean;
  readonly denies: boolean;
}

/** Reads a memory's text. Never throws; any text is a statement. */
export function statementOf(text: string): Statement {
  const words = wordsOf(text.normalize("NFKC"));
  const turns = words.filter(({ text }) => TURNS.has(text));
  const hasPart = DENYING_PARTS.some((part) => text.includes(part));
  return {
    content: words.filter(({ text }) => !EMPTY_WORDS.has(text) && !TURNS.has(text)).map(({ stem }) => stem),
    turns: turns.length > 0 || hasPart,
    denies: (turns.length > 0 || hasPart) && turns.every(({ text }) => DENIALS.has(text)),
  };
}

/**
 * Returns true if two texts of one category say the same: all telling words of one stand in the other in the same
 * order, and the other has few more. Two texts that deny something must have the same telling words. In doubt the texts
 * differ: two memories too many cost little, but a wrong "same" loses a text.
 */
export function isSameStatement(a: Statement, b: Statement): boolean {
  if (a.turns !== b.turns) return false;
  const [short, long] = a.content.length < b.content.length ? [a.content, b.content] : [b.content, a.content];
  let found = 0;
  for (const stem of long) if (stem === short[found]) found++;
  if (short.length === 0 || found < short.length) return false;
  if (a.turns) return short.length === long.length;
  const likeness = dice(new Set(short), new Set(long));
  return likeness >= 0.75 || (short.length >= 3 && likeness >= 0.6);
}

/** Returns true if one text denies just what the other says: "Commit to main" and "Never commit to main". */
export function isContrary(a: Statement, b: Statement): boolean {
  return a.turns !== b.turns && (a.denies || b.denies) && a.content.length > 0 &&
    a.content.join(" ") === b.content.join(" ");
}

/** The most texts that are compared. A repetition is among those that share most words, however many texts there are. */
const MAX_LIKELY = 20;
/** The number of UTF-16 units that are looked for of each word. The rest is left out, because endings differ. */
const START_UNITS = 3;

/** Returns the items whose bodies share most words with a statement. To compare five hundred takes too long for a stop. */
export function likelySame<T extends { readonly body: string }>(
  { content }: Statement,
  items: readonly T[],
): T[] {
  const starts = [...new Set(content.map((stem) => stem.slice(0, START_UNITS).toLowerCase()))];
  const scored = items.map((item) => {
    const text = withNamedSigns(item.body.normalize("NFKC").toLowerCase());
    return { item, score: starts.filter((start) => text.includes(start)).length };
  }).filter(({ score }) => score > 0 || starts.length === 0);
  return scored.sort((a, b) => b.score - a.score).slice(0, MAX_LIKELY).map(({ item }) => item);
}

/** Returns true if the newer text has more telling words than the older one, or as many and is longer. */
export function saysMore(newer: string, older: string): boolean {
  const [after, before] = [contentOf(newer).size, contentOf(older).size];
  return after === before ? newer.trim().length > older.trim().length : after > before;
}

function contentOf(text: string): ReadonlySet<string> {
  return new Set(statementOf(text).content);
}

/** Returns Dice's coefficient of two sets, from 0 (disjoint) to 1 (equal). */
export function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  return 2 * a.intersection(b).size / (a.size + b.size);
}

/** Two texts are about one matter if the longer one holds this share of the telling words of the shorter one. */
const SAME_MATTER = 0.6;

/**
 * Returns true if two texts share most telling words of the shorter one, unless one denies just what the other says.
 * Wording and length do not matter. This is laxer than `isSameStatement`.
 */
export function isSameMatter(a: string, b: string): boolean {
  const [own, other] = [statementOf(a), statementOf(b)];
  const [ownWords, otherWords] = [new Set(own.content), new Set(other.content)];
  return ownWords.intersection(otherWords).size > 1 && partOf(ownWords, otherWords) >= SAME_MATTER &&
    !isContrary(own, other);
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
 * Returns true if the titles of two memories name different things. Then even equal bodies do not make the memories the
 * same: "It is in review, so the next number is 9002" says something else under another title.
 */
export function areTitlesApart(a: Titled, b: Titled): boolean {
  if (a.title === null || b.title === null) return false;
  const isBeyond = (title: string, other: Titled) =>
    !contentOf(title).isSubsetOf(contentOf(`${other.title} ${other.body}`));
  return isBeyond(a.title, b) && isBeyond(b.title, a) &&
    !isSameStatement(statementOf(a.title), statementOf(b.title));
}
