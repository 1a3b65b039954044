import { hashText } from "../base/hash.ts";
import { alikeMark, type ErrorLine, exactMarks, movedMarks, wordsOfError } from "./error_signature.ts";

/** A failure to look up: its error lines and the failed calls. */
export interface SoughtFailure {
  readonly lines: readonly ErrorLine[];
  /** The keys of the failed commands; empty if only the error is known. */
  readonly calls: readonly string[];
}

/** The parts of a repair by which its failure is recognised. */
export interface MatchedRepair {
  readonly error: string;
  readonly command: string;
  /** The cure in words. */
  readonly cure: string;
  /** True if commands alone were the cure: unlike an edit, they may help at another place and in another test. */
  readonly isGeneral: boolean;
  readonly marks: readonly string[];
}

/** From this score on, a repair is shown after a failed call: the same error, or an error of its kind in the same call. */
export const SAME_FAILURE = 0.7;
/** From this score on, a repair is shown to somebody who asks for it. */
export const LIKELY_FAILURE = 0.5;

/** Returns the keys by which a repair is found. */
export function repairMarks(lines: readonly ErrorLine[], calls: readonly string[]): string[] {
  const marks = lines.flatMap((line) => [...exactMarks(line), ...movedMarks(line), alikeMark(line) ?? ""])
    .filter((mark) => mark !== "");
  return [...new Set([...marks, ...(calls.length === 0 ? [] : [callMark(calls)])])];
}

function callMark(calls: readonly string[]): string {
  return `c${hashText([...calls].sort().join("\n"))}`;
}

const SCORES = { exact: 0.85, alike: 0.55, call: 0.35 } as const;
/** The amount that is added for the same failed call. */
const SAME_CALL = 0.15;
/** The part of the score that depends on the share of common lines. */
const SHARE = 0.5;

/** Matches Node's line with only the code of an error; usually an earlier line has said the same. */
const CODE_ALONE = /^code \S+$/;

/** Returns how surely a failure is the one that was repaired, from 0 to 1. */
export function matchScore({ lines: all, calls }: SoughtFailure, repair: MatchedRepair): number {
  const known = new Set(repair.marks);
  const isKnown = (marks: readonly string[]) => marks.some((mark) => known.has(mark));
  const isSame = (line: ErrorLine) => isKnown(exactMarks(line));
  const isExact = (line: ErrorLine) => isSame(line) || (repair.isGeneral && isKnown(movedMarks(line)));
  const telling = all.filter((line) =>
    !CODE_ALONE.test(line.exact) && !(repair.isGeneral && line.isTest && !isExact(line))
  );
  const lines = telling.length > 0 ? telling : all;
  const isSameCall = calls.length > 0 && known.has(callMark(calls));
  const exact = lines.filter(isExact).length;
  const alike = lines.filter((line) => known.has(alikeMark(line) ?? "")).length;
  // If none of the lines is known, the same command is no sign: it may have failed for another reason.
  if (alike === 0 && exact === 0) return isSameCall && lines.length === 0 ? SCORES.call + SAME_CALL : 0;
  if (!lines.some(isSame) || telling.length === 0) {
    // The cure may name a thing that only the repaired error names: its file, or `lodash` if here `express` is missing.
    const own = wordsOfError(lines.map(({ text }) => text).join("\n"));
    const others = wordsOfError(repair.error).difference(own);
    if (!others.isDisjointFrom(wordsOfError(repair.cure))) return 0;
  }
  const share = Math.max(exact, alike) / lines.length;
  const base = exact > 0 ? SCORES.exact : SCORES.alike;
  return base * (1 - SHARE + SHARE * share) + (isSameCall ? SAME_CALL : 0);
}

/**
 * A repair fits a typed text if the words that they share have this weight, and `LEAST_SHARE` of the text's weight. A
 * name weighs as much as two words.
 */
const LEAST_WEIGHT = 2;
const LEAST_SHARE = 0.7;

/** Scores a repair by words of a typed error or command; 0 if it is about something else. */
export function wordScore(words: ReadonlySet<string>, repair: MatchedRepair): number {
  const inError = wordsOfError(repair.error);
  const inCommand = wordsOfError(repair.command);
  const [all, shared] = [weightOf(words), weightOf(words.intersection(inError.union(inCommand)))];
  if (shared < LEAST_WEIGHT || shared < LEAST_SHARE * all) return 0;
  const isCommandAlone = words.isDisjointFrom(inError);
  if (isCommandAlone && shared < inCommand.size) return 0;
  return LIKELY_FAILURE + 0.2 * (shared / all) * (isCommandAlone ? 0.5 : 1);
}

/**
 * A lesson is about a line if one of these pairs is reached: the weight of the shared words, and its share of the
 * line's weight.
 */
const LESSON_SHARES: readonly (readonly [least: number, share: number])[] = [[LEAST_WEIGHT, 0.6], [4, 0.4]];

/** Returns how surely a lesson is about an error with these lines; 0 if it is not. */
export function lessonScore(lines: readonly ReadonlySet<string>[], lesson: ReadonlySet<string>): number {
  const shares = lines.map((line) => {
    const shared = weightOf(line.intersection(lesson));
    const share = shared / weightOf(line);
    return LESSON_SHARES.some(([least, part]) => shared >= least && share >= part) ? share : 0;
  });
  const best = Math.max(0, ...shares);
  return best === 0 ? 0 : LIKELY_FAILURE + 0.3 * best;
}

/** Returns the weight of words: 2 for a name, 1 for any other word. */
function weightOf(words: ReadonlySet<string>): number {
  return words.values().reduce((sum, word) => sum + (/[_.\d]/.test(word) || word.length >= 10 ? 2 : 1), 0);
}
