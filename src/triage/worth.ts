import { type Course, isDone } from "./course.ts";
import { beginsWith, says } from "./reading.ts";
import { isDescribed, pickByName, questionOf } from "./options.ts";
import type { LearntCategory } from "./model.ts";
import { isSaidOutright, type RankedPassage } from "./ranking.ts";
import { TokenKind } from "./words.ts";

/** A passage, and what its turn did. */
interface Told extends RankedPassage {
  readonly course: Course;
  /** What the words say for its category, in log-odds. */
  readonly words: number;
  /** How often files were changed in its turn, and how often of that after it. */
  readonly edits: number;
  readonly laterEdits: number;
}

/** Something that is seen of a passage, and by how much it speaks for an ask, in log-odds. */
interface Fact {
  readonly name: string;
  readonly weight: number;
  readonly of: (told: Told) => number | boolean;
}

const MOST_CODE = 3;

/**
 * What tells statements that are worth an answer from those that are not: a logistic regression over statements of 305
 * real sessions by 42 people, each labelled by one reader. `tests/triage/worth.ts` fits it anew from their numbers.
 */
export const WORTH = {
  RUNBOOK: {
    base: -1.85,
    facts: [
      { name: "begins with a cause", weight: 0.92, of: ({ passage }) => beginsWith(passage, "cause") },
      { name: "tells the cause outright", weight: 0.57, of: ({ passage }) => says(passage, "blamed") },
      { name: "gives a reason", weight: 0.57, of: ({ passage }) => says(passage, "reason") },
      { name: "tells of a failure", weight: 0.46, of: ({ passage }) => says(passage, "failed") },
      { name: "names things in code", weight: 0.33, of: codeSpans },
      { name: "ends in a colon", weight: -0.4, of: endsInColon },
      {
        name: "the work is done",
        weight: 0.43,
        of: ({ course, step, passage }) => isDone(course, step, passage),
      },
      { name: "files change afterwards", weight: 0.57, of: ({ laterEdits }) => laterEdits > 0 },
      { name: "the words", weight: 0.15, of: ({ words }) => words },
    ],
  },
  DECISION: {
    base: -2.26,
    facts: [
      {
        name: "names an option",
        weight: 0.88,
        of: (told) => pickByName(told) !== undefined,
      },
      {
        name: "the option is described",
        weight: 0.58,
        of: ({ pick }) => pick !== undefined && isDescribed(pick.option),
      },
      {
        name: "answers a question",
        weight: 0.79,
        of: ({ pick }) => pick !== undefined && questionOf(pick) !== undefined,
      },
      { name: "adopts something", weight: 0.81, of: ({ passage }) => says(passage, "adopted") },
      { name: "files change in its turn", weight: 0.82, of: ({ edits }) => edits > 0 },
    ],
  },
} as const satisfies Partial<Record<LearntCategory, { base: number; facts: readonly Fact[] }>>;

/** A passage of a category that facts tell apart. */
export type JudgedPassage = RankedPassage & { readonly category: keyof typeof WORTH };

/**
 * What users say of causes is rarely more than a report; where nobody did anything but talk there are no facts, and what
 * is said outright needs none.
 */
export function isJudgedByWorth(one: RankedPassage, { isBareTalk }: Course): one is JudgedPassage {
  const { category, role, passage } = one;
  return !isBareTalk && (category === "DECISION" || (category === "RUNBOOK" && role === "assistant")) &&
    !isSaidOutright(passage, category, role);
}

/** The facts of a passage as numbers, in the order of its category's; `words` is what the words say, in log-odds. */
export function factsOf(one: JudgedPassage, course: Course, words: number): number[] {
  const facts: readonly Fact[] = WORTH[one.category].facts;
  const told = { ...one, course, words, ...editsAround(course, one.step) };
  return facts.map(({ of }) => Number(of(told)));
}

/** How likely a passage is worth an answer, 0 to 1. */
export function worthOf(one: JudgedPassage, course: Course, words: number): number {
  const { base, facts } = WORTH[one.category];
  const sum = factsOf(one, course, words).reduce((sum, value, i) => sum + value * facts[i]!.weight, base);
  return 1 / (1 + Math.exp(-sum));
}

function editsAround({ steps }: Course, step: number): Pick<Told, "edits" | "laterEdits"> {
  const prompt = Math.max(0, steps.findLastIndex(({ isPrompt }, i) => i <= step && isPrompt));
  const next = steps.findIndex(({ isPrompt }, i) => i > step && isPrompt);
  const turn = steps.slice(prompt, next < 0 ? undefined : next);
  const count = (some: typeof steps) => some.filter(({ hasEdit }) => hasEdit).length;
  return { edits: count(turn), laterEdits: count(turn.slice(step + 1 - prompt)) };
}

function codeSpans({ passage: { sentences } }: Told): number {
  const spans = sentences.flatMap(({ tokens: { all } }) => all.filter(({ kind }) => kind === TokenKind.Code));
  return Math.min(MOST_CODE, spans.length);
}

/** The matter stands below, in code or a list. */
function endsInColon({ passage: { sentences } }: Told): boolean {
  return /[:\uff1a]\W*$/.test(sentences.at(-1)?.text ?? "");
}
