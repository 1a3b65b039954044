import type { Candidate, TriageCategory } from "../base/triage_types.ts";
import { type Course, isDone } from "./course.ts";
import { CUE_NAMES, type CueName } from "./cues/language.ts";
import type { LearntCategory, TrainedTriage } from "./model.ts";
import { isChoice } from "./options.ts";
import { isSaidOutright, OWN_CUES, type RankedPassage } from "./ranking.ts";
import { says, saysPlainly, type Sentence, subjectsOf } from "./reading.ts";
import { TokenKind } from "./words.ts";

/** A passage that says it outright is asked about even where its words are not those of the ones that were learnt. */
const STATED_SCORE = 0.67;
const LEAST_REPAIR_SCORE = 0.25;
/** Whoever takes one of the options laid out has decided, in whatever words. */
const TAKEN_SCORE = 0.7;
/**
 * A passage that is taken back, says next to nothing or lacks a part of what makes it one is not asked about, however it
 * is worded; a model may still be, and a note may mention it.
 */
const DOUBTFUL_SCORE = 0.55;
/** "Down to 31 ms." tells nobody what to do next time. */
const FEWEST_SUBJECTS = 4;

/** How sure it is that a passage is worth keeping, 0 to 1. */
export function judge(one: RankedPassage, course: Course, trained: TrainedTriage): number {
  const { category, passage, role, pick } = one;
  const weights = trained.signs[category];
  const sum = one.signs.reduce((sum, sign, i) => sum + sign * weights[i]!, 0);
  const score = 1 / (1 + Math.exp(-sum));
  const isRepaired = category === "RUNBOOK" && isRepair(one, course);
  const isStated = isSaidOutright(passage, category, role) || (isRepaired && score >= LEAST_REPAIR_SCORE);
  const isTaken = category === "DECISION" && pick !== undefined &&
    isChoice(pick, passage);
  const sure = Math.max(score, isStated ? STATED_SCORE : 0, isTaken ? TAKEN_SCORE : 0);
  if (sure <= DOUBTFUL_SCORE) return sure;
  const hasParts = isTaken || (!isAnnouncement(one) && (isStated || isRepaired || hasItsParts(one, course)));
  const isDoubtful = !hasParts || saysLittle(one) || (!isStated && isTakenBack(one));
  return isDoubtful ? DOUBTFUL_SCORE : sure;
}

/**
 * The parts that a passage must have, beside a score, to be asked about. Real sessions are full of progress reports, plans
 * and lists that sound like more: on windows of real sessions these parts told right from wrong where the score did not.
 * The rest is left to the note, with which the agent judges.
 */
const PARTS: Readonly<Record<LearntCategory, (one: RankedPassage) => boolean>> = {
  /** Most choices are taken from options, or stated outright; of the rest an agent's, with what was not taken or why. */
  DECISION: ({ role, passage }) =>
    role === "assistant" && isEnglish(passage) && passage.kind === "prose" && says(passage, "adopted") &&
    says(passage, "over", "reason", "rejected") && !says(passage, "narration"),
  RUNBOOK: () => false,
  CONSTRAINT: (one) => isReadWell(one) && one.passage.kind === "prose",
  TECH_DEBT: (one) => isReadWell(one) && !says(one.passage, "supposed", "pending"),
  /** The agent's own habits, and wishes for this one task, are no rules. */
  PREFERENCE: ({ role, passage }) =>
    role === "user" && says(passage, "ruled", "ours") && !says(passage, "once"),
};

/** Where nobody did anything but talk, the words are all there is. */
function hasItsParts(one: RankedPassage, { isBareTalk }: Course): boolean {
  return (isBareTalk && one.category !== "RUNBOOK") || PARTS[one.category](one);
}

/**
 * Phrases of other languages are mostly parts of words, and a user's task holds many of them: all that was asked about
 * wrongly as a limit or a debt of a user's was said in another language than English.
 */
function isReadWell({ role, passage }: RankedPassage): boolean {
  return role === "assistant" || isEnglish(passage);
}

function isEnglish({ sentences }: RankedPassage["passage"]): boolean {
  return sentences.every(({ language }) => language === undefined);
}

/** A heading, or a sentence whose matter stands behind its last colon, in code or a list that is no part of it. */
function isAnnouncement({ passage: { kind, sentences } }: RankedPassage): boolean {
  return kind === "heading" || (sentences.length < 3 && /[:\uff1a]\W*$/.test(sentences.at(-1)?.text ?? ""));
}

/** A cause that is told outright once the work is done; before that it is a guess, and nobody knows what comes of it. */
function isRepair({ step, passage }: RankedPassage, course: Course): boolean {
  return (says(passage, "blamed") || passage.sentences.some(({ label }) => label === "cause")) &&
    !passage.sentences.some(isNextStep) && (course.isBareTalk || isDone(course, step, passage));
}

/** "Let me run it again" is; "fixed by running it again" is not. */
function isNextStep(sentence: Sentence): boolean {
  return saysPlainly(sentence, ["narration"]) && !saysPlainly(sentence, ["fixed"]);
}

/** Whether a cause or cure names next to nothing; scripts without blanks are not counted in words. */
function saysLittle({ category, passage }: RankedPassage): boolean {
  return category === "RUNBOOK" && subjectsOf(passage).size < FEWEST_SUBJECTS &&
    !passage.sentences.some(({ tokens: { all } }) => all.some(({ kind }) => kind === TokenKind.Cjk));
}

/** Whether phrases of the category stand in a passage and none of them plainly: denied, asked, quoted, supposed. */
function isTakenBack({ passage, category }: RankedPassage): boolean {
  const own: readonly CueName[] = OWN_CUES[category];
  return !says(passage, ...own) && passage.sentences.some((one) => mentions(one, own));
}

function mentions(
  { hits }: RankedPassage["passage"]["sentences"][number],
  names: readonly CueName[],
): boolean {
  return hits.some(({ cue }) => names.includes(CUE_NAMES[cue]!));
}

/**
 * How much surer than `heuristic_threshold` triage must be of a category before somebody is asked. Chosen on windows of
 * real sessions, for precision: an ask costs a turn, and what scores less can still be mentioned in a note.
 */
const ABOVE_THRESHOLD: Readonly<Record<TriageCategory, number>> = {
  DECISION: 0.06,
  RUNBOOK: 0.05,
  CONSTRAINT: 0.08,
  TECH_DEBT: 0.2,
  PREFERENCE: 0,
  SESSION_SUMMARY: 0,
};
/** Where nobody is asked, triage must be this much surer still, as nobody sees what is saved. */
const CERTAINTY = 0.15;
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
  return score >= raised(threshold, ABOVE_THRESHOLD[category] + (shifts[category] ?? 0));
}

/** Whether a candidate may be kept as a memory that nobody has looked at. */
export function isNearlyCertain({ category, score }: Score, threshold: number): boolean {
  return score >= raised(threshold, ABOVE_THRESHOLD[category] + CERTAINTY);
}

/** Never beyond reach, and never below what the user has set. */
function raised(threshold: number, by: number): number {
  return Math.max(threshold, Math.min(HIGHEST, threshold + by));
}
