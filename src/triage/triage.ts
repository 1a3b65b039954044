import type { Message } from "../base/conversation.ts";
import type { Candidate, Cue, TriageCategory } from "../base/triage_types.ts";
import { candidateText, quoteOf } from "./candidate_text.ts";
import { type Course, readCourse } from "./course.ts";
import { optionTaken, pickByName, questionOf } from "./options.ts";
import { subjectsOf } from "./reading.ts";
import { SIGNS, type Statement } from "./signs.ts";

/** Candidates below this score are dropped; not even a language model is asked about them. */
const LEAST_SCORE = 0.3;
const HIGHEST = 0.95;
const CATEGORIES = Object.keys(SIGNS) as TriageCategory[];

interface Judged {
  readonly statement: Statement;
  readonly category: TriageCategory;
  readonly score: number;
  readonly cues: readonly Cue[];
}

/**
 * Finds what is worth remembering in the last messages of a session, best first, each sentence once.
 * Candidates below `leastScore` are dropped. Messages before the index `from` are only context.
 */
export function triage(messages: readonly Message[], leastScore = 0, from = 0): Candidate[] {
  const course = readCourse(messages);
  const judged = statementsOf(course, from).flatMap(judge)
    .filter(({ score }) => score >= Math.max(LEAST_SCORE, leastScore));
  const kept = CATEGORIES.flatMap((category) => oneOfEach(judged.filter((one) => one.category === category)));
  return withoutRepeats(
    kept.map(({ statement, category, score, cues }): Candidate => {
      const { uuid, offset } = messages[statement.step]!;
      const text = candidateText(statement, category);
      return { category, score, text, evidence: { uuid, offset, quote: quoteOf(statement) }, cues };
    }),
    leastScore,
  );
}

/** Lists every sentence from the step `from` on, in its place. */
function statementsOf(course: Course, from: number): Statement[] {
  const { steps } = course;
  return steps.slice(from).flatMap(({ reading: { role, passages } }, at) => {
    const step = from + at;
    const next = steps.findIndex(({ isPrompt }, i) => i > step && isPrompt);
    const behind = steps.slice(step + 1, next < 0 ? undefined : next);
    const isLast = behind.every(({ reading }) => reading.passages.length === 0);
    return passages.flatMap((passage) => {
      const pick = optionTaken(course, step, passage);
      return passage.sentences.map((sentence, at) => ({
        ...{ sentence, passage, role, step, isLast, course },
        pick: at === 0 ? pick : undefined,
      }));
    });
  });
}

/** Scores a statement in every category that takes it. */
function judge(statement: Statement): Judged[] {
  return CATEGORIES.flatMap((category) => {
    const { takes, signs } = SIGNS[category];
    if (!takes(statement)) return [];
    const seen = signs.filter(({ of }) => of(statement));
    const sum = seen.reduce((sum, { points }) => sum + points, 0);
    const score = Math.round(100 * Math.min(HIGHEST, Math.max(0, sum))) / 100;
    return [{ statement, category, score, cues: seen.map(({ name, points }) => ({ name, weight: points })) }];
  });
}

/** Drops what a surer or, if as sure, a later statement says, too; joins options of one question. */
function oneOfEach(judged: readonly Judged[]): Judged[] {
  const sorted = judged.toSorted((a, b) => b.score - a.score || b.statement.step - a.statement.step);
  const kept: Judged[] = [];
  for (const one of joinChoices(sorted)) {
    if (!kept.some(({ statement }) => isSaidAgain(one, statement))) kept.push(one);
  }
  return kept;
}

/** Joins the options that answer one question to one choice, for which the first of them stands. */
function joinChoices(judged: readonly Judged[]): Judged[] {
  const choices = judged.map(({ statement }) => {
    const pick = pickByName(statement);
    return { statement, pick, question: pick && questionOf(pick) };
  });
  return judged.flatMap((one, i) => {
    const { statement: { step }, pick, question } = choices[i]!;
    if (pick === undefined || question === undefined) return [one];
    const same = choices.filter((other) => other.question === question && other.statement.step === step);
    if (same[0] !== choices[i]) return [];
    const together = same.map(({ pick }) => pick!.option).sort((a, b) => a.index - b.index);
    return [{ ...one, statement: { ...one.statement, pick: { ...pick, together } } }];
  });
}

/** Two sentences say one thing if they share this part of the subjects of the one that has fewer. */
const SAID_AGAIN = 0.6;

/** Tells whether two statements say the same: they share most subjects, or are causes of the same turn. */
function isSaidAgain({ statement: one, category }: Judged, other: Statement): boolean {
  const between = one.course.steps.slice(
    Math.min(one.step, other.step) + 1,
    Math.max(one.step, other.step) + 1,
  );
  if (category === "RUNBOOK" && !between.some(({ isPrompt }) => isPrompt)) return true;
  const own = subjectsOf({ sentences: [one.sentence] });
  const others = subjectsOf({ sentences: [other.sentence] });
  const shared = [...own].filter((word) => others.has(word)).length;
  return shared > 1 && shared >= SAID_AGAIN * Math.min(own.size, others.size);
}

/** Drops repeated texts. With `leastScore` 0, as for a model, a text stays once in each of its categories. */
function withoutRepeats(candidates: readonly Candidate[], leastScore: number): Candidate[] {
  const seen = new Set<string>();
  return candidates.toSorted((a, b) => b.score - a.score).filter(({ category, text }) => {
    const key = `${leastScore > 0 ? "" : category} ${text.toLowerCase()}`;
    return !seen.has(key) && seen.add(key);
  });
}
