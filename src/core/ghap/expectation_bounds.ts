import { wordSet } from "../outcome/words.ts";

/** A number in a clause, with the words that say how exact it is. */
export interface Span {
  readonly least: number;
  readonly most: number;
  /** Where it begins and ends among the words. */
  readonly start: number;
  readonly end: number;
  /** Nothing stands before it that could make it the name of something: "line 2". */
  readonly isAlone: boolean;
}

type Bound = (count: number) => readonly [least: number, most: number];

const AT_LEAST: Bound = (count) => [count, Infinity];
const AT_MOST: Bound = (count) => [0, count];
const MORE: Bound = (count) => [count + 1, Infinity];
const LESS: Bound = (count) => [0, count - 1];
const EXACTLY: Bound = (count) => [count, count];

/** The longer ones first. */
const BEFORE: readonly (readonly [string, Bound])[] = [
  ["no fewer than", AT_LEAST],
  ["no less than", AT_LEAST],
  ["not fewer than", AT_LEAST],
  ["not less than", AT_LEAST],
  ["no more than", AT_MOST],
  ["not more than", AT_MOST],
  ["minimum of", AT_LEAST],
  ["maximum of", AT_MOST],
  ["at the most", AT_MOST],
  ["minimum", AT_LEAST],
  ["maximum", AT_MOST],
  ["at least", AT_LEAST],
  ["at most", AT_MOST],
  ["up to", AT_MOST],
  ["more than", MORE],
  ["fewer than", LESS],
  ["less than", LESS],
  ["only the", EXACTLY],
  ["just the", EXACTLY],
  ["under", LESS],
  ["below", LESS],
  ["exactly", EXACTLY],
  ["precisely", EXACTLY],
  ["only", EXACTLY],
  ["just", EXACTLY],
];
const BEHIND: readonly (readonly [string, Bound])[] = [
  ["or more", AT_LEAST],
  ["or fewer", AT_MOST],
  ["or less", AT_MOST],
];
/** Behind these a number is vague, or the name of something, or a part of something else. */
const VAGUE = wordSet(
  "about around roughly approximately nearly almost some another over the these those all other first last next between and of or nor than by from plus per every each in on at as line step case issue version python node seed die der den les los las os as gli le",
);
/** Behind these a number says what happens to how many, even where no tests are named. */
const LEADS = wordSet(
  "still see sees show shows report reports expect result be are is has have leave leaves get gets with then now same and | -> => →",
);

/** The number at a place, and what bounds it; `undefined` where there is none, or a vague one. */
export function boundsAt(words: readonly string[], at: number): Span | undefined {
  const count = words[at];
  if (!isCount(count) || isBehindRange(words, at)) return undefined;
  const before = BEFORE.find(([phrase]) => endsWith(words.slice(Math.max(0, at - 3), at), phrase));
  const behind = BEHIND.find(([phrase]) => words.slice(at + 1, at + 3).join(" ") === phrase);
  const start = at - (before?.[0].split(" ").length ?? 0);
  if (words[at - 1] === "between") return between(words, at);
  if (before === undefined && VAGUE.has(words[at - 1] ?? "")) return undefined;
  const isAlone = before !== undefined || start === 0 || LEADS.has(words[start - 1] ?? "");
  const upper = words[at + 2];
  if (isOrTo(words[at + 1]) && isCount(upper)) {
    return { least: Number(count), most: Number(upper), start, end: at + 3, isAlone };
  }
  const [least, most] = (behind?.[1] ?? before?.[1] ?? EXACTLY)(Number(count));
  return { least, most, start, end: at + (behind === undefined ? 1 : 3), isAlone };
}

/** "Between 2 and 4". */
function between(words: readonly string[], at: number): Span | undefined {
  const [least, and, most] = words.slice(at, at + 3);
  if (and !== "and" || !isCount(most)) return undefined;
  return { least: Number(least), most: Number(most), start: at - 1, end: at + 3, isAlone: true };
}

/** Whether a word is a number of tests. */
export function isCount(word: string | undefined): word is string {
  if (word === undefined || word === "" || word.length > 6) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) < 48 || word.charCodeAt(i) > 57) return false;
  return true;
}

function isOrTo(word: string | undefined): boolean {
  return word === "or" || word === "to";
}

function isBehindRange(words: readonly string[], at: number): boolean {
  return isOrTo(words[at - 1]) && isCount(words[at - 2]);
}

function endsWith(words: readonly string[], phrase: string): boolean {
  const wanted = phrase.split(" ");
  return words.slice(-wanted.length).join(" ") === phrase;
}
