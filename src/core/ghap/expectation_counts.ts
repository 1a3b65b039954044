import { wordSet } from "../outcome/words.ts";
import type { Prediction } from "./prediction_clauses.ts";
import { boundsAt, isCount, type Span } from "./expectation_bounds.ts";
import {
  denseFailures,
  eventBehind,
  FOREIGN_COUNTING,
  isOtherLanguage,
  withEnglishNumbers,
} from "./expectation_languages.ts";
import { eventWord } from "./prediction_words.ts";

/** How many tests a prediction lets fail, or pass: from `least` to `most`, both included. */
export interface ExpectedCount {
  readonly of: "failed" | "passed";
  readonly least: number;
  readonly most: number;
}

/** Longer clauses count nothing that could be told. */
const MAX_WORDS = 60;

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const COUNTING = new Set([...NUMBER_WORDS, "only", "single", ...FOREIGN_COUNTING]);

const TESTS = wordSet("test tests spec specs case cases example examples scenario scenarios");
const FAILURES = wordSet("failure failures");
const FAILS = wordSet("fail fails failed failing red broken break breaks");
const IS_FAILING = wordSet("failing failed red broken");
/** Behind these a number is that of all tests. */
const WHOLE = wordSet("all the of our my");
const PASSES = wordSet("pass passes passed passing green succeed succeeds");
const ENDS = wordSet("gone disappear disappears vanish vanishes fixed fixes resolved solved cleared away");
const DENIALS = wordSet("not never cannot without instead nor longer no unlikely doubt doubtful surprised");
const FALLS = wordSet(
  "down drop drops fall falls sink sinks shrink shrinks decrease decreases reduce reduces reduced cut cuts",
);
/** What may stand between tests and what happens to them. */
const BETWEEN = wordSet(
  "will should would must do does still now then again to is are be expected going keep keeps stay stays remain " +
    "remains left continue continues turn turns go goes that which",
);
/** It adds to others that nobody counted. */
const ADDS = wordSet("more fewer less new other others additional further extra time times run runs");

/**
 * The number of failing or passing tests that a prediction gives; `undefined` where it gives none, a vague one, or
 * several that differ. Linear in its length.
 */
export function countExpected({ text, clauses }: Prediction): ExpectedCount | undefined {
  const stated = clauses.filter(({ isPast, words }) => !isPast && words.some(mayCount));
  if (stated.length === 0) return undefined;
  const found = stated.flatMap(({ words }) => countsOf(words));
  const dense = denseFailures(text);
  if (dense !== undefined) return failing(dense);
  const failed = found.filter((count) => count.of === "failed");
  return agreed(failed.length > 0 ? failed : found);
}

/** Whether it speaks of a number of tests or failures that is not this one, in whatever way. */
export function namesOtherCount({ clauses }: Prediction, failed: number): boolean {
  return clauses.filter(({ words }) => words.length <= MAX_WORDS && words.some(mayCount)).some((clause) => {
    const words = clause.words.flatMap(plainWords);
    return words.some((word, at) =>
      isCount(word) && Number(word) > 0 && Number(word) !== failed && !WHOLE.has(words[at - 1] ?? "") &&
      words.slice(at + 1, at + 4).some((next) =>
        TESTS.has(next) || FAILURES.has(next) || IS_FAILING.has(next)
      )
    );
  });
}

/** A look before anything is read: a digit, a word for a number, a script without blanks. */
function mayCount(word: string): boolean {
  const first = word.charCodeAt(0);
  return (first >= 48 && first <= 57) || first >= 0x2e80 || COUNTING.has(word);
}

/** What all of them allow. */
function agreed(counts: readonly ExpectedCount[]): ExpectedCount | undefined {
  const [first] = counts;
  if (first === undefined) return undefined;
  const least = Math.max(...counts.map((count) => count.least));
  const most = Math.min(...counts.map((count) => count.most));
  return least > most ? undefined : { of: first.of, least, most };
}

function countsOf(clause: readonly string[]): ExpectedCount[] {
  if (clause.length > MAX_WORDS) return [];
  if (isOtherLanguage(clause)) return otherCountsOf(withEnglishNumbers(clause));
  const words = clause.flatMap(plainWords);
  const left = exceptionOf(words);
  if (left !== undefined) return [left];
  if (isOnlyOne(words)) return [failing(1)];
  const trend = trendOf(words);
  return trend === undefined ? words.flatMap((_, at) => countAt(words, at) ?? []) : [trend];
}

/** In another language the words for what happens tell, wherever they stand behind the number. */
function otherCountsOf(words: readonly string[]): ExpectedCount[] {
  const left = exceptionOf(words);
  if (left !== undefined) return [left];
  return words.flatMap((_, at) => {
    const span = boundsAt(words, at);
    const of = span === undefined ? undefined : eventBehind(words, span.end);
    return span === undefined || of === undefined || span.most === 0
      ? []
      : [{ of, least: span.least, most: span.most }];
  });
}

/** "All except one pass": one fails. */
function exceptionOf(words: readonly string[]): ExpectedCount | undefined {
  const at = words.indexOf("except");
  const count = words.slice(at + 1).find((word) => word !== "for" && word !== "the");
  if (at < 0 || !isCount(count) || Number(count) === 0) return undefined;
  return words.some((word) => PASSES.has(word) || eventWord(word)?.expects === "pass") &&
      !words.some((word) => denies(word))
    ? failing(Number(count))
    : undefined;
}

/** Digits for number words, and a range in its parts. */
function plainWords(word: string): string[] {
  const [least, most, more] = word.split(/[-–]/);
  if (isCount(least) && isCount(most) && more === undefined) return [least, "to", most];
  const number = NUMBER_WORDS.indexOf(word);
  return [number >= 0 ? String(number) : word === "single" ? "1" : word];
}

function denies(word: string): boolean {
  return DENIALS.has(word) || word.endsWith("n't");
}

function failing(count: number): ExpectedCount {
  return { of: "failed", least: count, most: count };
}

/** "The only failure", "the only test that fails". */
function isOnlyOne(words: readonly string[]): boolean {
  const at = words.indexOf("only");
  if (at < 0 || words.some((word) => denies(word))) return false;
  const [one = "", that = "", event = ""] = words.slice(at + 1, at + 4);
  const isTest = (word: string) => /^(?:test|spec|case|one)$/.test(word);
  return one === "failure" || (FAILS.has(one) && isTest(that)) ||
    (isTest(one) && /^(?:that|which|to)$/.test(that) && FAILS.has(event));
}

/** "Failures drop from 12 to 4", "down from 5 failures to 1". */
function trendOf(words: readonly string[]): ExpectedCount | undefined {
  const at = words.lastIndexOf("to");
  const before = words.slice(0, Math.max(0, at));
  const level = levelOf(words);
  if (level !== undefined) return level;
  const isTrend = before.some((word, i) => FALLS.has(word) || (word === "from" && isCount(words[i + 1])));
  const isOfFailures =
    words.some((word, i) => FAILURES.has(word) || (FAILS.has(word) && !isOneThing(words, i))) &&
    !words.some((word) => PASSES.has(word) || denies(word));
  const place = words.findIndex((word, i) => i > at && i < at + 5 && isCount(word));
  if (!isTrend || !isOfFailures || at < 0 || place < 0 || Number(words[place]) === 0) return undefined;
  const span = place === at + 1 ? undefined : boundsAt(words, place);
  return span === undefined
    ? failing(Number(words[place]))
    : { of: "failed", least: span.least, most: span.most };
}

/** "The failing assertion changes from 422 to 500": a value, no number of tests. */
function isOneThing(words: readonly string[], at: number): boolean {
  return /^(?:test|spec|case|example|scenario|assertion|check|request|call|step|line)$/.test(
    words[at + 1] ?? "",
  );
}

/** "The number of failing tests stays at 4". */
function levelOf(words: readonly string[]): ExpectedCount | undefined {
  const at = words.findIndex((word, i) => /^(?:number|count|total)$/.test(word) && words[i + 1] === "of");
  const last = words.at(-1);
  const isLevel = at >= 0 && isCount(last) && Number(last) > 0 && /^(?:at|is|be|=)$/.test(words.at(-2) ?? "");
  const isOfFailures = words.slice(at + 2, at + 4).some((word) => FAILURES.has(word) || FAILS.has(word));
  return isLevel && isOfFailures && !words.some((word) => denies(word)) ? failing(Number(last)) : undefined;
}

function countAt(words: readonly string[], at: number): ExpectedCount | undefined {
  const share = shareAt(words, at);
  if (share !== undefined) return share;
  const span = boundsAt(words, at);
  if (span === undefined || span.most === 0) return undefined;
  const bounds = isDenied(words, span) ? denied(span) : span;
  const of = countedBehind(words, span);
  return of === undefined || bounds === undefined
    ? undefined
    : { of, least: bounds.least, most: bounds.most };
}

/** "3/9 tests pass", "two of the five failures remain". */
function shareAt(words: readonly string[], at: number): ExpectedCount | undefined {
  const [part, whole] = slashed(words[at] ?? "") ?? spelledShare(words, at) ?? [];
  if (part === undefined || Number(part) >= Number(whole) || words.some((word) => denies(word))) {
    return undefined;
  }
  const behind = words.slice(at + 1);
  const isOfTests = behind.slice(0, 6).some((word) => TESTS.has(word) || FAILURES.has(word)) ||
    PASSES.has(behind[0] ?? "") || FAILS.has(behind[0] ?? "");
  if (!isOfTests || behind.some((word) => ENDS.has(word) || /^(?:times|runs)$/.test(word))) return undefined;
  return failing(behind.some((word) => PASSES.has(word)) ? Number(whole) - Number(part) : Number(part));
}

function slashed(word: string): string[] | undefined {
  const parts = word.split("/");
  return parts.length === 2 && parts.every(isCount) ? parts : undefined;
}

function spelledShare(words: readonly string[], at: number): string[] | undefined {
  const [part = "", of = "", the = "", whole = ""] = words.slice(at, at + 4);
  if (!isCount(part) || of !== "of") return undefined;
  return isCount(the) ? [part, the] : isCount(whole) ? [part, whole] : undefined;
}

/** "I do not expect more than two": at most two. */
function denied({ least, most }: Span): Pick<Span, "least" | "most"> | undefined {
  if (most === Infinity) return { least: 0, most: least - 1 };
  return least === 0 ? { least: most + 1, most: Infinity } : undefined;
}

/** "And no others" denies nothing of what is counted. */
function isDenied(words: readonly string[], { start, end }: Span): boolean {
  return words.some((word, i) =>
    (i < start || i >= end) && denies(word) && !/^(?:others?|more|else)$/.test(words[i + 1] ?? "")
  );
}

/** What the words behind a number say that it counts. */
function countedBehind(words: readonly string[], { end, isAlone }: Span): ExpectedCount["of"] | undefined {
  const from = words.findIndex((word, i) => i >= end && !/^(?:of|the|our|my|these)$/.test(word));
  const behind = from < 0 ? [] : words.slice(from);
  const [first = "", second = "", third = ""] = behind;
  if (ADDS.has(first)) return undefined;
  const isEnded = behind.some((word) => ENDS.has(word));
  if (FAILURES.has(first)) return isEnded ? undefined : "failed";
  if (FAILS.has(first) && (TESTS.has(second) || TESTS.has(third))) {
    return isEnded || behind.some((word) => PASSES.has(word)) ? undefined : "failed";
  }
  const noun = behind.slice(0, 3).findIndex((word) => TESTS.has(word));
  const event = behind.slice(noun + 1).slice(0, 7).find((word) => !BETWEEN.has(word)) ?? "";
  if (noun < 0 && !isAlone) return undefined;
  return FAILS.has(event) ? "failed" : PASSES.has(event) ? "passed" : undefined;
}
