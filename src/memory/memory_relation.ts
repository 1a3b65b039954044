import { isCjk } from "../base/scripts.ts";
import { type Statement, statementOf, type Word, wordsOf } from "./memory_statement.ts";
import {
  ALTERNATIVES,
  CHOICE_WORDS,
  COPULA_WORDS,
  EMPTY_WORDS,
  NEGATORS,
  PLACE_VERBS,
  SCOPE_WORDS,
} from "./memory_vocabulary.ts";

/** The relation of a new memory to an old one: it says the same, it takes it back, or it is about something else. */
export type MemoryRelation = "same" | "contradicts" | "unrelated";

/**
 * Compares two texts of one category. Careful on purpose: two memories too many cost little, a wrong "same" loses a
 * text and a wrong "contradicts" silences one.
 */
export function memoryRelation(older: string, newer: string): MemoryRelation {
  return statementRelation(statementOf(older), statementOf(newer));
}

/** True if the newer text names more things than the older one, its reasons included; of two alike, the longer. */
export function saysMore(newer: string, older: string): boolean {
  const [after, before] = [contentOf(newer).size, contentOf(older).size];
  return after === before ? newer.trim().length > older.trim().length : after > before;
}

/** The stems of the words of a text that name something. */
export function contentOf(text: string): ReadonlySet<string> {
  return contents(wordsOf(text));
}

function contents(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.filter(isContent).map(({ stem }) => stem));
}

/** `memoryRelation` of texts that were read before. */
export function statementRelation(older: Statement, newer: Statement): MemoryRelation {
  if (takesBack(older, newer) || choosesAgain(older, newer)) return "contradicts";
  const change = onlyChange(older.words, newer.words);
  if (change !== undefined) return change;
  return saysTheSame(older, newer) ? "same" : "unrelated";
}

/** Tells whether `statementRelation` is "same"; quick where it is not. */
export function isSameStatement(older: Statement, newer: Statement): boolean {
  return saysTheSame(older, newer) && statementRelation(older, newer) === "same";
}

/** One denies what the other affirms. */
function takesBack(older: Statement, newer: Statement): boolean {
  if (rejects(newer, older)) return !areApart(older.scope, newer.scope);
  // "No npm", then "npm for the old app": an exception, not a change of mind.
  return rejects(older, newer) && (newer.scope.size === 0 || shares(older.scope, newer.scope));
}

function rejects(denier: Statement, other: Statement): boolean {
  if (denier.denied.size === 0 || !denier.denied.isSubsetOf(other.affirmed)) {
    return deniesWhole(denier, other);
  }
  if (shares(denier.denied, denier.affirmed)) return false;
  if (shares(denier.denied, other.chosen)) return true;
  const said = new Set([...denier.affirmed, ...denier.denied]);
  return dice(said, other.affirmed) > 0.5;
}

/** "Never commit straight to main" and "commit straight to main for hotfixes": nothing but the side differs. */
function deniesWhole(denier: Statement, other: Statement): boolean {
  return denier.affirmed.size === 0 && other.denied.size === 0 && denier.denied.size > 1 &&
    dice(denier.denied, other.affirmed) >= 0.75;
}

let alternativeStems: readonly ReadonlySet<string>[] | undefined;

function alternatives(): readonly ReadonlySet<string>[] {
  return alternativeStems ??= ALTERNATIVES.map((group) => new Set(wordsOf(group).map(({ stem }) => stem)));
}

/** Both choose, of things that exclude each other, a different one for the same purpose. */
function choosesAgain(older: Statement, newer: Statement): boolean {
  return alternatives().some((group) => {
    const before = [...older.affirmed].filter((word) => group.has(word));
    const after = [...newer.affirmed].filter((word) => group.has(word));
    if (before.length !== 1 || after.length !== 1 || before[0] === after[0]) return false;
    const rest = (all: ReadonlySet<string>, own: string | undefined) =>
      new Set([...all].filter((w) => w !== own));
    const [restBefore, restAfter] = [rest(older.affirmed, before[0]), rest(newer.affirmed, after[0])];
    const areBoth = older.chosen.has(before[0] ?? "") && newer.chosen.has(after[0] ?? "");
    if (areBoth && restBefore.size === 0 && restAfter.size === 0) return true;
    return dice(restBefore, restAfter) >= (areBoth ? 0.5 : 0.7);
  });
}

/** Texts with more words in common are rarely about one thing if they differ in one place: "the handler in a.ts …". */
const MOST_COMMON = 8;

/**
 * Compares texts that are equal but for one place: another value there ("listens on 8080", "is Postgres") is a
 * contradiction, another subject or scope is another memory. `undefined`: they differ in more, or only in additions.
 */
function onlyChange(older: readonly Word[], newer: readonly Word[]): MemoryRelation | undefined {
  const [a, b] = [older.filter(hasWeight), newer.filter(hasWeight)];
  let start = 0;
  while (start < a.length && start < b.length && a[start]!.stem === b[start]!.stem) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end)!.stem === b.at(-1 - end)!.stem) end++;
  const [changedA, changedB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (!isValue(changedA) || !isValue(changedB) || isInsertion(changedA, changedB)) return undefined;
  if (shares(contents(changedA), contents(changedB))) return undefined;
  const common = [...a.slice(0, start), ...a.slice(a.length - end)].filter(isContent);
  if (common.length === 0 || common.length > MOST_COMMON) return "unrelated";
  if (changedA.some(hasDigit) && changedB.some(hasDigit)) {
    return a.slice(0, start).some(isVerb) ? sameButNumbers(changedA, changedB) : "unrelated";
  }
  return leadsToValue(a.slice(0, start)) ? "contradicts" : "unrelated";
}

/** A sign put between two others changes two pairs of signs, and is an addition all the same. */
function isInsertion(a: readonly Word[], b: readonly Word[]): boolean {
  if ([...a, ...b].some(({ kind }) => kind !== "pair")) return false;
  const [short, long] = a.length < b.length ? [signsOf(a), signsOf(b)] : [signsOf(b), signsOf(a)];
  let found = 0;
  for (const sign of long) if (sign === short[found]) found++;
  return found === short.length;
}

function signsOf(pairs: readonly Word[]): string[] {
  return pairs.flatMap(({ text }, i) => i === 0 ? [...text] : [...text].slice(1));
}

const ARTICLES = new Set(["a", "an", "the", "always", "please"]);

function hasWeight({ text }: Word): boolean {
  return !ARTICLES.has(text);
}

function isValue(words: readonly Word[]): boolean {
  return words.length <= 4 && words.some(isContent) &&
    words.every(({ text }) => !NEGATORS.has(text) && !SCOPE_WORDS.has(text));
}

/** Behind one of these a number is what is said, and not what it is said of: "tenant 4 uses …". */
const BEFORE_VALUES = new Set(["after", "to", "at", "than", "every", "within"]);

function isVerb({ text }: Word): boolean {
  return [CHOICE_WORDS, COPULA_WORDS, PLACE_VERBS, BEFORE_VALUES].some((words) => words.has(text));
}

/** "10 seconds" and "20 seconds" exclude each other; with other words beside them they are about something else. */
function sameButNumbers(a: readonly Word[], b: readonly Word[]): MemoryRelation {
  const rest = (words: readonly Word[]) =>
    words.filter((word) => !hasDigit(word)).map(({ stem }) => stem).join(" ");
  return rest(a) === rest(b) ? "contradicts" : "unrelated";
}

function isContent({ text }: Word): boolean {
  return !EMPTY_WORDS.has(text) && !NEGATORS.has(text);
}

function hasDigit({ text }: Word): boolean {
  return /\d/.test(text);
}

/** Tells whether the words end where a value is due: after "use", "is", "lives in"; after "use x for" a scope is. */
function leadsToValue(words: readonly Word[]): boolean {
  const [last, before] = [words.at(-1)?.text ?? "", words.at(-2)?.text ?? ""];
  if (CHOICE_WORDS.has(last) || COPULA_WORDS.has(last) || last === "=") return true;
  if (PLACE_VERBS.has(before)) {
    return SCOPE_WORDS.has(last) || last === "to" || last === "at" || last === "with";
  }
  return false;
}

function saysTheSame(older: Statement, newer: Statement): boolean {
  const [a, b] = [older.affirmed, newer.affirmed];
  if (a.size === 0 && b.size === 0) return isClose(older.denied, newer.denied);
  if (!isClose(a, b)) return false;
  return older.denied.size === 0 || newer.denied.size === 0 || shares(older.denied, newer.denied);
}

/** Nearly all words in common; what is new stands on one side only, but for signs of scripts without blanks. */
function isClose(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  const common = a.intersection(b).size;
  const least = Math.min(a.size, b.size);
  const likeness = dice(a, b);
  if (common === least) return likeness >= 0.75 || (least >= 3 && likeness >= 0.6);
  return likeness >= 0.85 && [...a.symmetricDifference(b)].every((word) => isCjk(word.charCodeAt(0)));
}

function areApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && !shares(a, b);
}

/** Dice's coefficient: how alike two sets are, from 0 to 1. */
export function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  return 2 * a.intersection(b).size / (a.size + b.size);
}

function shares(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return !a.isDisjointFrom(b);
}

/** Of the words of the shorter text, so many are in the other where both are about one matter. */
const SAME_MATTER = 0.6;

/**
 * Tells whether two texts are about one matter, in whatever words and however long: laxer than to say the same. Of two
 * that contradict each other neither tells the other's matter.
 */
export function isSameMatter(a: string, b: string): boolean {
  const [own, other] = [contentOf(a), contentOf(b)];
  return own.intersection(other).size > 1 && partOf(own, other) >= SAME_MATTER &&
    memoryRelation(a, b) !== "contradicts";
}

/** Returns the part of the telling words of the shorter text that the other one has, from 0 to 1. */
export function sharedPart(a: string, b: string): number {
  return partOf(contentOf(a), contentOf(b));
}

function partOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size);
  return least === 0 ? 0 : a.intersection(b).size / least;
}
