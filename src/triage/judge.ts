import type { Candidate, TriageCategory } from "../base/triage_types.ts";
import type { Course } from "./course.ts";
import { CUE_NAMES, type CueName } from "./cues/language.ts";
import type { TrainedTriage } from "./model.ts";
import { isSaidOutright, OWN_CUES, type RankedPassage } from "./ranking.ts";
import { beginsWith, lengthOf, says, subjectsOf } from "./reading.ts";
import { TokenKind } from "./words.ts";
import { isJudgedByWorth, worthOf } from "./worth.ts";

/** A passage that says it outright is asked about even where its words are not those of the ones that were learnt. */
const STATED_SCORE = 0.67;
/** What no person is asked about; a model may still be, and a note may mention it. */
const DOUBTFUL_SCORE = 0.55;
/** Where the words are all there is, they must say more. */
const SURE_BY_WORDS = 0.7;
/** "Down to 31 ms." tells nobody what to do next time. */
const FEWEST_SUBJECTS = 4;
/** Of a user's message; who states a rule in passing has typed it, and what is longer is a task or pasted. */
const LONGEST_RULE = 70;

/** How sure it is that a passage is worth keeping, 0 to 1. */
export function judge(one: RankedPassage, course: Course, trained: TrainedTriage): number {
  const { category, passage, role } = one;
  const words = wordsOf(one, trained);
  const score = 1 / (1 + Math.exp(-words));
  if (isSaidOutright(passage, category, role)) return Math.max(score, STATED_SCORE);
  const worth = worthAsking(one, { course, words, score });
  return worth > DOUBTFUL_SCORE ? worth : Math.min(score, DOUBTFUL_SCORE);
}

/** What the words of a passage say for its category, in log-odds. */
export function wordsOf({ category, signs }: RankedPassage, trained: TrainedTriage): number {
  return signs.reduce((sum, sign, i) => sum + sign * trained.signs[category][i]!, 0);
}

/**
 * Where nobody did anything but talk, the words are all there is. Else causes and choices are told apart by what stands
 * around them, and rules by where they stand. Limits and debts nothing told apart in real sessions, and the phrases of
 * other languages are mostly parts of words: those are asked about that an agent tells in plain English.
 */
function worthAsking(
  one: RankedPassage,
  { course, words, score }: { readonly course: Course; readonly words: number; readonly score: number },
): number {
  const { category, role, passage } = one;
  const byWords = score >= SURE_BY_WORDS && !isTakenBack(one) ? score : 0;
  if (course.isBareTalk) return byWords;
  if (category === "PREFERENCE") return isRule(one, course) ? score : 0;
  if (isJudgedByWorth(one, course)) return saysLittle(one) ? 0 : worthOf(one, course, words);
  const isPlain = passage.kind === "prose" &&
    passage.sentences.every(({ language }) => language === undefined);
  return category !== "RUNBOOK" && role === "assistant" && isPlain ? byWords : 0;
}

/** Whether a cause names next to nothing ("Found the root cause!"); scripts without blanks are not counted in words. */
function saysLittle({ category, passage }: RankedPassage): boolean {
  return category === "RUNBOOK" && subjectsOf(passage).size < FEWEST_SUBJECTS &&
    !passage.sentences.some(({ tokens: { all } }) => all.some(({ kind }) => kind === TokenKind.Cjk));
}

/** Whether phrases of the category stand in a passage and none of them plainly: denied, asked, quoted, supposed. */
function isTakenBack({ passage, category }: RankedPassage): boolean {
  const own: readonly CueName[] = OWN_CUES[category];
  return !says(passage, ...own) &&
    passage.sentences.some(({ hits }) => hits.some(({ cue }) => own.includes(CUE_NAMES[cue]!)));
}

/** A user's sentence that begins with "always" or its like, in a message that is not long. */
function isRule({ role, step, passage }: RankedPassage, { steps }: Course): boolean {
  const length = steps[step]!.reading.passages.reduce((words, one) => words + lengthOf(one), 0);
  return role === "user" && length <= LONGEST_RULE && beginsWith(passage, "ruled", "always");
}

/** Where nobody is asked, triage must be this much surer, as nobody sees what is saved; limits and debts it hardly is. */
const CERTAINTY: Readonly<Record<TriageCategory, number>> = {
  DECISION: 0.15,
  RUNBOOK: 0.15,
  CONSTRAINT: 0.35,
  TECH_DEBT: 0.35,
  PREFERENCE: 0.15,
  SESSION_SUMMARY: 0,
};
const HIGHEST = 0.95;

type Score = Pick<Candidate, "category" | "score">;

/** By category, how much surer triage must be for this user; negative where less will do. */
export type AskShifts = Readonly<Partial<Record<TriageCategory, number>>>;

/** Whether a candidate is worth a turn, at the setting `heuristic_threshold`. */
export function isWorthAsking(
  { category, score }: Score,
  threshold: number,
  shifts: AskShifts = {},
): boolean {
  return score >= raised(threshold, shifts[category] ?? 0);
}

/** Whether a candidate may be kept as a memory that nobody has looked at. */
export function isNearlyCertain({ category, score }: Score, threshold: number): boolean {
  return score >= raised(threshold, CERTAINTY[category]);
}

/** Never beyond reach. */
function raised(threshold: number, by: number): number {
  return Math.min(Math.max(HIGHEST, threshold), threshold + by);
}
