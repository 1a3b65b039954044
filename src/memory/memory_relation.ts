import { isCjk } from "../base/scripts.ts";
import { withNamedSigns } from "../base/words.ts";
import { type Statement, statementOf, type Word, wordsOf } from "./memory_statement.ts";
import {
  ALTERNATIVES,
  CHOICE_WORDS,
  COPULA_WORDS,
  EMPTY_WORDS,
  IRREGULAR,
  NEGATORS,
  PLACE_VERBS,
  SCOPE_WORDS,
} from "./memory_vocabulary.ts";

/** The relation of a new memory to an old one: it says the same, contradicts it, or is about something else. */
export type MemoryRelation = "same" | "contradicts" | "unrelated";

/**
 * Compares two texts of one category. In doubt they are unrelated: two memories too many cost little, but a wrong "same"
 * loses a text, and a wrong "contradicts" takes one out of use.
 */
export function memoryRelation(older: string, newer: string): MemoryRelation {
  return statementRelation(statementOf(older), statementOf(newer));
}

/** Returns true if the newer text has more telling words than the older one, or as many and is longer. */
export function saysMore(newer: string, older: string): boolean {
  const [after, before] = [contentOf(newer).size, contentOf(older).size];
  return after === before ? newer.trim().length > older.trim().length : after > before;
}

export function contentOf(text: string): ReadonlySet<string> {
  return contents(wordsOf(text));
}

function contents(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.filter(isContent).map(({ stem }) => stem));
}

/** Returns the relation of two texts that were read by `statementOf`. */
export function statementRelation(older: Statement, newer: Statement): MemoryRelation {
  if (takesBack(older, newer) || choosesAgain(older, newer)) return "contradicts";
  const change = onlyChange(older.words, newer.words);
  if (change !== undefined) return change;
  return saysTheSame(older, newer) ? "same" : "unrelated";
}

/** Returns true if `statementRelation` is "same", and is quick if it is not. */
export function isSameStatement(older: Statement, newer: Statement): boolean {
  return saysTheSame(older, newer) && statementRelation(older, newer) === "same";
}

/** Returns true if one statement denies what the other affirms. */
function takesBack(older: Statement, newer: Statement): boolean {
  const areDisjoint = older.scope.isDisjointFrom(newer.scope);
  if (rejects(newer, older)) return !areDisjoint || older.scope.size === 0 || newer.scope.size === 0;
  // "No npm", then "npm for the old app": an exception, not a change of mind.
  return rejects(older, newer) && (newer.scope.size === 0 || !areDisjoint);
}

function rejects(denier: Statement, other: Statement): boolean {
  if (denier.denied.size === 0 || !denier.denied.isSubsetOf(other.affirmed)) {
    // One may deny all of the other: "Never commit straight to main" and "Commit straight to main for hotfixes".
    return denier.affirmed.size === 0 && other.denied.size === 0 && denier.denied.size > 1 &&
      dice(denier.denied, other.affirmed) >= 0.75;
  }
  if (!denier.denied.isDisjointFrom(denier.affirmed)) return false;
  if (!denier.denied.isDisjointFrom(other.chosen)) return true;
  const said = new Set([...denier.affirmed, ...denier.denied]);
  return dice(said, other.affirmed) > 0.5;
}

let alternativeStems: readonly ReadonlySet<string>[] | undefined;

function alternatives(): readonly ReadonlySet<string>[] {
  return alternativeStems ??= ALTERNATIVES.map((group) => new Set(wordsOf(group).map(({ stem }) => stem)));
}

/** Returns true if the statements choose different alternatives, such as npm and pnpm, for the same purpose. */
function choosesAgain(older: Statement, newer: Statement): boolean {
  if (!older.scope.isSubsetOf(newer.scope) && !newer.scope.isSubsetOf(older.scope)) return false;
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

/** The most common words of texts that may contradict in one place: longer texts mostly differ in their subject. */
const MOST_COMMON = 8;

/**
 * Compares texts that differ in one place only. Another value there ("listens on 8080", "is Postgres") contradicts;
 * another subject or scope makes the texts unrelated. Returns `undefined` if they differ in more places, or only by
 * additional words.
 */
function onlyChange(older: readonly Word[], newer: readonly Word[]): MemoryRelation | undefined {
  const [a, b] = [older.filter(hasWeight), newer.filter(hasWeight)];
  let start = 0;
  while (start < a.length && start < b.length && a[start]!.stem === b[start]!.stem) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end)!.stem === b.at(-1 - end)!.stem) end++;
  const [changedA, changedB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (!isValue(changedA) || !isValue(changedB) || isInsertion(changedA, changedB)) return undefined;
  if (!contents(changedA).isDisjointFrom(contents(changedB))) return undefined;
  const common = [...a.slice(0, start), ...a.slice(a.length - end)].filter(isContent);
  if (common.length === 0 || common.length > MOST_COMMON) return "unrelated";
  if (changedA.some(hasDigit) && changedB.some(hasDigit)) {
    return a.slice(0, start).some(isVerb) ? sameButNumbers(changedA, changedB) : "unrelated";
  }
  return leadsToValue(a.slice(0, start)) ? "contradicts" : "unrelated";
}

/** Returns true if the longer run of character pairs only has additional characters: each one changes two pairs. */
function isInsertion(a: readonly Word[], b: readonly Word[]): boolean {
  if ([...a, ...b].some(({ kind }) => kind !== "pair")) return false;
  const [short, long] = a.length < b.length
    ? [charactersOf(a), charactersOf(b)]
    : [charactersOf(b), charactersOf(a)];
  let found = 0;
  for (const character of long) if (character === short[found]) found++;
  return found === short.length;
}

function charactersOf(pairs: readonly Word[]): string[] {
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

/** Words before a number that is a value, and not part of a name such as "tenant 4". */
const BEFORE_VALUES = new Set(["after", "to", "at", "than", "every", "within"]);

function isVerb({ text }: Word): boolean {
  return [CHOICE_WORDS, COPULA_WORDS, PLACE_VERBS, BEFORE_VALUES].some((words) => words.has(text));
}

/** Compares values with numbers: "10 seconds" and "20 seconds" contradict; with other words beside, they are unrelated. */
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

/** Returns true if a value follows these words, as after "use", "is" and "lives in"; after "use x for" a scope follows. */
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
  return older.denied.size === 0 || newer.denied.size === 0 || !older.denied.isDisjointFrom(newer.denied);
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
 * Returns true if two texts are about one matter, in whatever words and however long, and do not contradict each other.
 * This is laxer than the relation "same".
 */
export function isSameMatter(a: string, b: string): boolean {
  const [own, other] = [contentOf(a), contentOf(b)];
  return own.intersection(other).size > 1 && partOf(own, other) >= SAME_MATTER &&
    memoryRelation(a, b) !== "contradicts";
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
  return isBeyond(a.title, b) && isBeyond(b.title, a) && memoryRelation(a.title, b.title) === "unrelated";
}

/** The most texts that are returned. A repetition is among those that share most words, however many texts there are. */
const MAX_LIKELY = 20;
/** The UTF-16 units of a word that are compared, as endings differ. */
const START_UNITS = 4;

/**
 * Returns the indexes of the texts that may say the same as a statement or contradict it: those that share most of its
 * words, or name an alternative to one. This is thirty times as fast as to compare the statements.
 */
export function likelyRelated(own: Statement, texts: readonly string[]): number[] {
  const words = [...new Set([...own.affirmed, ...own.denied])].map((stem) => formsOf(stem.toLowerCase()));
  const alternatives = alternativesTo(words.flat());
  const found = texts.map((given, index) => {
    const text = withNamedSigns(given.normalize("NFKC").toLowerCase());
    const isIn = (form: string) => text.includes(form);
    const score = words.filter((forms) => forms.some(isIn)).length + (alternatives.some(isIn) ? 1 : 0);
    return { index, score };
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

/** Returns the alternatives to the tools and styles that the words name: a text with one of them may contradict. */
function alternativesTo(forms: readonly string[]): string[] {
  const groups = ALTERNATIVES.map((group) => group.split(" "));
  return groups.filter((group) => group.some((word) => forms.some((form) => word.includes(form)))).flat();
}
