import type { Message } from "../base/conversation.ts";
import { fileName } from "../base/hash.ts";
import type { Candidate, Cue, TriageSettingsView } from "../base/triage_types.ts";
import { count } from "../session/wording.ts";
import { isEditTool } from "../shell/tools.ts";
import { candidateText, quoteOf } from "./candidate_text.ts";
import { type Course, failedCalls, readCourse } from "./course.ts";
import { namedCues } from "./features.ts";
import { judge, wordsOf } from "./judge.ts";
import { LEARNT_CATEGORIES, type TrainedTriage } from "./model.ts";
import { pickByName, questionOf } from "./options.ts";
import { type RankedPassage, rankPassages, SIGNS } from "./ranking.ts";
import { subjectsOf } from "./reading.ts";
import { factsOf, isJudgedByWorth, type JudgedPassage, WORTH } from "./worth.ts";

/** Below this nothing is said at all: not even a language model would be asked about it. */
const LEAST_SCORE = 0.2;

/** The parts of the last messages of a session that are worth remembering, best first; the same sentence once. */
export function triageWith(
  trained: TrainedTriage,
  messages: readonly Message[],
  settings: TriageSettingsView,
): Candidate[] {
  const course = readCourse(messages);
  const least = Math.max(LEAST_SCORE, settings.leastScore ?? 0);
  const candidates = bestOfEach(course, trained).filter(({ score }) => score >= least)
    .map(({ ranked, score }): Candidate => {
      const setting = course.steps[ranked.step]!;
      const { uuid, offset } = messages[ranked.step]!;
      return {
        category: ranked.category,
        score: Math.round(score * 1000) / 1000,
        text: candidateText(ranked, setting, trained.words),
        evidence: { uuid, offset, quote: quoteOf(ranked, setting) },
        cues: explain(ranked, course, trained),
      };
    }).filter(({ text }) => !isOneWord(text));
  const summary = summaryCandidate(messages, settings);
  if (summary !== undefined) candidates.push(summary);
  candidates.sort((a, b) => b.score - a.score);
  return withoutRepeats(candidates, settings);
}

/** "Understood." tells nothing, whatever stands around it; what is written without blanks may be a sentence. */
function isOneWord(text: string): boolean {
  return !text.includes(" ") && /^[\p{Script=Latin}\p{Script=Cyrillic}\d\p{P}]*$/u.test(text);
}

interface Judged {
  readonly ranked: RankedPassage;
  readonly score: number;
}

/** Each of the few that are ranked, but for what is said again: a message that was asked about is not read again. */
function bestOfEach(course: Course, trained: TrainedTriage): Judged[] {
  const judged = rankPassages(course, trained.words)
    .map((ranked) => ({ ranked, score: judge(ranked, course, trained) }))
    .filter(({ score }) => score >= LEAST_SCORE).sort((a, b) => b.score - a.score || placeOf(a) - placeOf(b));
  const kept: Judged[] = [];
  for (const one of joinChoices(judged)) {
    const alike = kept.filter(({ ranked }) => ranked.category === one.ranked.category);
    if (!alike.some(({ ranked }) => isSaidAgain(course, one.ranked, ranked))) kept.push(one);
  }
  return kept;
}

/** Of two that are as sure the one that was said first. */
function placeOf({ ranked: { step, passage } }: Judged): number {
  return step + passage.index / 1000;
}

/** Several options that answer one question are one choice, for which the surest of them stands. */
function joinChoices(judged: readonly Judged[]): Judged[] {
  const choices = judged.map(({ ranked }) => {
    const pick = pickByName(ranked);
    return { ranked, pick, question: pick && questionOf(pick) };
  });
  return judged.flatMap((one, i) => {
    const { ranked: { step, category }, pick, question } = choices[i]!;
    if (pick === undefined || question === undefined) return [one];
    const same = choices.filter((other) =>
      other.question === question && other.ranked.step === step && other.ranked.category === category
    );
    if (same[0] !== choices[i]) return [];
    const together = same.map(({ pick }) => pick!.option).sort((a, b) => a.index - b.index);
    return [{ ...one, ranked: { ...one.ranked, pick: { ...pick, together } } }];
  });
}

/** Of the words of the shorter one, so many are the same where two passages say one thing. */
const SAID_AGAIN = 0.6;

/** Whether two passages are about the same: most of their words are, or one turn tells of one cause and cure. */
function isSaidAgain({ steps }: Course, one: RankedPassage, other: RankedPassage): boolean {
  const [own, others] = [subjectsOf(one.passage), subjectsOf(other.passage)];
  const shared = [...own].filter((word) => others.has(word)).length;
  const between = steps.slice(Math.min(one.step, other.step) + 1, Math.max(one.step, other.step) + 1);
  const isOneTurn = between.every(({ reading }) =>
    reading.role === "assistant" || reading.passages.length === 0
  );
  if (one.category === "RUNBOOK" && isOneTurn) return shared > 0 || one.step === other.step;
  return shared > 1 && shared >= SAID_AGAIN * Math.min(own.size, others.size);
}

/** A sentence may speak for two categories: a model is asked about both, a person about the surer one alone. */
function withoutRepeats(
  candidates: readonly Candidate[],
  { leastScore = 0 }: TriageSettingsView,
): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ category, text }) => {
    const key = `${leastScore > 0 ? "" : category} ${text.toLowerCase()}`;
    return !seen.has(key) && seen.add(key);
  });
}

const MOST_CUES = 6;
const LEAST_SHARE = 0.15;
/** The signs that stand for the words; the cues in them are named instead. */
const WORDS_SIGN = 1;
const FIRST_OTHER_SIGN = 3;

/** The reasons for which a passage was taken: the facts, or else the cues and signs, that weigh most, strongest first. */
function explain(one: RankedPassage, course: Course, trained: TrainedTriage): Cue[] {
  const shares = isJudgedByWorth(one, course) ? factShares(one, course, trained) : cueShares(one, trained);
  return [...shares].filter(([, weight]) => Math.abs(weight) >= LEAST_SHARE)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, MOST_CUES)
    .map(([name, weight]) => ({ name, weight: Math.round(weight * 100) / 100 }));
}

function factShares(one: JudgedPassage, course: Course, trained: TrainedTriage): Map<string, number> {
  const values = factsOf(one, course, wordsOf(one, trained));
  return new Map(WORTH[one.category].facts.map(({ name, weight }, i) => [name, weight * values[i]!]));
}

function cueShares(
  { category, passage, role, signs }: RankedPassage,
  trained: TrainedTriage,
): Map<string, number> {
  const weights = trained.signs[category];
  const index = LEARNT_CATEGORIES.indexOf(category);
  const shares = new Map<string, number>();
  const add = (name: string, weight: number) => shares.set(name, (shares.get(name) ?? 0) + weight);
  for (const { name, hash, value } of namedCues(passage, role)) {
    add(name, trained.words.weightOf(hash, index) * value * weights[WORDS_SIGN]!);
  }
  for (let i = FIRST_OTHER_SIGN; i < SIGNS.length; i++) add(SIGNS[i]!.name, signs[i]! * weights[i]!);
  return shares;
}

const NAMED_FILES = 4;

/** A session summary is due when enough was done; it is counted, not read from what people say. */
function summaryCandidate(messages: readonly Message[], settings: TriageSettingsView): Candidate | undefined {
  const failed = failedCalls(messages);
  const uses = messages.flatMap(({ toolUses }) => toolUses);
  const edits = uses.filter(({ name, id }) => isEditTool(name) && !failed.has(id));
  const files = [...new Set(edits.flatMap(({ file }) => file ?? []))];
  const isEnough = files.length >= settings.summaryMinFiles ||
    (uses.length >= settings.summaryMinTools && files.length > 0);
  if (!isEnough) return undefined;
  const names = files.slice(0, NAMED_FILES).map(fileName).join(", ");
  const more = files.length > NAMED_FILES ? ` and ${files.length - NAMED_FILES} more` : "";
  return {
    category: "SESSION_SUMMARY",
    score: 1,
    text: `Changed ${count(files.length, "file")} with ${count(uses.length, "tool call")}: ${names}${more}.`,
    evidence: { uuid: "", offset: 0, quote: "" },
    cues: [
      { name: `${files.length} files changed`, weight: files.length / settings.summaryMinFiles },
      { name: `${uses.length} tool calls`, weight: uses.length / settings.summaryMinTools },
    ],
  };
}
