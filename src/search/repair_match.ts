// Scores how surely a repair or a lesson is about a failure. For `store/repairs.ts` and `store/ghap_lessons.ts`.
import { hashText } from "../base/hash.ts";
import { alikeMark, type ErrorLine, exactMarks, movedMarks, wordsOfError } from "./error_signature.ts";

export interface SoughtFailure {
  readonly lines: readonly ErrorLine[];
  /** Keys of the failed commands; empty if only the error is known. */
  readonly calls: readonly string[];
}

export interface MatchedRepair {
  readonly error: string;
  readonly command: string;
  readonly fix: string;
  /** True if commands alone were the fix: they may help at other places and for other tests, too. */
  readonly isGeneral: boolean;
  readonly marks: readonly string[]; // from `repairMarks`
}

export const SAME_FAILURE = 0.7; // from this score on, an agent is shown a repair unasked: of the same error, or of its kind in the same call
/** From this score on, a repair is shown to somebody who asks. */
export const LIKELY_FAILURE = 0.5;

/** Returns the hashes of a failure. They are stored with its repair: with another hashing, older ones are not found. */
export function repairMarks(lines: readonly ErrorLine[], calls: readonly string[]): string[] {
  const marks = lines.flatMap((line) => [...exactMarks(line), ...movedMarks(line), alikeMark(line) ?? ""])
    .filter((mark) => mark !== "");
  return [...new Set([...marks, ...(calls.length === 0 ? [] : [callMark(calls)])])];
}

const callMark = (calls: readonly string[]) => `c${hashText([...calls].sort().join("\n"))}`;

const SCORES = { exact: 0.85, alike: 0.55 } as const; // for the same error, and for one of its kind
const SAME_CALL = 0.15; // the addition to the score if the same command failed
const SHARE = 0.5; // the part of the score that depends on how many of the failure's lines the repair has

/** Matches Node's line `code: 'ENOENT'`: an earlier line mostly has this code, too. */
const CODE_ALONE = /^code \S+$/;

/** Returns from 0 to 1 how surely the repair is about this failure. */
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
  if (alike === 0 && exact === 0) return 0; // the same command alone may have failed for another reason
  if (!lines.some(isSame) || telling.length === 0) {
    // At most a code is the same. Then a fix does not fit if it names something of the repaired error alone (`lodash`).
    const own = wordsOfError(lines.map(({ text }) => text).join("\n"));
    if (!wordsOfError(repair.error).difference(own).isDisjointFrom(wordsOfError(repair.fix))) return 0;
  }
  const share = Math.max(exact, alike) / lines.length;
  const base = exact > 0 ? SCORES.exact : SCORES.alike;
  return base * (1 - SHARE + SHARE * share) + (isSameCall ? SAME_CALL : 0);
}

/** The least weight of the shared words (a name or a long word has 2), and its least share of all typed words'. */
const LEAST_WEIGHT = 2;
const LEAST_SHARE = 0.7;

/** Scores a repair by words that somebody typed; 0 if it is about something else. */
export function wordScore(words: ReadonlySet<string>, repair: MatchedRepair): number {
  const inError = wordsOfError(repair.error);
  const inCommand = wordsOfError(repair.command);
  const [all, shared] = [weightOf(words), weightOf(words.intersection(inError.union(inCommand)))];
  if (shared < LEAST_WEIGHT || shared < LEAST_SHARE * all) return 0;
  const isCommandAlone = words.isDisjointFrom(inError);
  if (isCommandAlone && shared < inCommand.size) return 0; // `docker compose` names no failure; a file's name may
  return LIKELY_FAILURE + 0.2 * (shared / all) * (isCommandAlone ? 0.5 : 1);
}

/** A lesson is about a line if the shared words reach one row: this weight, and this share of the line's weight. */
const LESSON_SHARES: readonly (readonly [least: number, share: number])[] = [[LEAST_WEIGHT, 0.6], [4, 0.4]];

/** Returns how surely a lesson is about an error; 0 if it is not. */
export function lessonScore(lines: readonly ReadonlySet<string>[], lesson: ReadonlySet<string>): number {
  const shares = lines.map((line) => {
    const shared = weightOf(line.intersection(lesson));
    const share = shared / weightOf(line);
    return LESSON_SHARES.some(([least, part]) => shared >= least && share >= part) ? share : 0;
  });
  const best = Math.max(0, ...shares);
  return best === 0 ? 0 : LIKELY_FAILURE + 0.3 * best;
}

function weightOf(words: ReadonlySet<string>): number {
  return words.values().reduce((sum, word) => sum + (/[_.\d]/.test(word) || word.length >= 10 ? 2 : 1), 0);
}
