import type { Message } from "../conversation.ts";
import type { Candidate, TriageSettingsView } from "../triage_types.ts";
import { candidateText, quoteOf } from "./candidate_text.ts";
import { type Course, readCourse } from "./course.ts";
import { addSubjects } from "./discourse.ts";
import { explain } from "./explain.ts";
import { judge, type TrainedTriage } from "./judge.ts";
import { LEARNT_CATEGORIES } from "./model.ts";
import { type RankedPassage, rankPassages } from "./rank_passages.ts";
import { summaryCandidate } from "./summary_rule.ts";

/** Below this nothing is said at all: not even a language model would be asked about it. */
const LEAST_SCORE = 0.2;

/** What the last messages of a session hold that is worth remembering, best first; the same sentence once. */
export function triageWith(
  trained: TrainedTriage,
  messages: readonly Message[],
  settings: TriageSettingsView,
): Candidate[] {
  const course = readCourse(messages);
  const least = Math.max(LEAST_SCORE, settings.leastScore ?? 0);
  const candidates = bestOfEach(course, trained)
    .filter(({ score }) => score >= least)
    .map(({ ranked, score }) => candidateOf(ranked, score, { course, messages, trained }));
  const summary = summaryCandidate(messages, settings);
  if (summary !== undefined) candidates.push(summary);
  candidates.sort((a, b) => b.score - a.score);
  return withoutRepeats(candidates, settings);
}

interface Judged {
  readonly ranked: RankedPassage;
  readonly score: number;
}

/** Each of the few that are ranked, but for what is said again: a message that was asked about is not read again. */
function bestOfEach(course: Course, trained: TrainedTriage): Judged[] {
  const judged = rankPassages(course, trained.words)
    .map((one) => ({ ranked: one, score: judge(one, trained) }))
    .filter(({ score }) => score >= LEAST_SCORE).sort((a, b) => b.score - a.score);
  const kept: Judged[] = [];
  for (const one of judged) {
    const alike = kept.filter((other) => other.ranked.category === one.ranked.category);
    const isAgain = alike.some((other) => isSaidAgain(course, one.ranked, other.ranked));
    if (!isAgain) kept.push(one);
  }
  return kept;
}

/** Of the words of the shorter one, so many are the same where two passages say one thing. */
const SAID_AGAIN = 0.6;

/** Whether two passages are about the same: most of their words are, or one turn tells of one cause and cure. */
function isSaidAgain(course: Course, one: RankedPassage, other: RankedPassage): boolean {
  const [own, others] = [new Set<string>(), new Set<string>()];
  addSubjects(one.passage, own);
  addSubjects(other.passage, others);
  const shared = [...own].filter((word) => others.has(word)).length;
  if (one.category === "RUNBOOK" && isOneTurn(course, one.step, other.step)) {
    return shared > 0 || one.step === other.step;
  }
  return shared > 1 && shared >= SAID_AGAIN * Math.min(own.size, others.size);
}

/** Whether the user says nothing between two steps. */
function isOneTurn({ steps }: Course, one: number, other: number): boolean {
  const between = steps.slice(Math.min(one, other) + 1, Math.max(one, other) + 1);
  return between.every(({ reading }) => reading.role === "assistant" || reading.passages.length === 0);
}

interface Context {
  readonly course: Course;
  readonly messages: readonly Message[];
  readonly trained: TrainedTriage;
}

function candidateOf(
  ranked: RankedPassage,
  score: number,
  { course, messages, trained }: Context,
): Candidate {
  const setting = course.steps[ranked.step] as Course["steps"][number];
  const message = messages[ranked.step] as Message;
  const choice = { model: trained.words, category: LEARNT_CATEGORIES.indexOf(ranked.category) };
  let cues: Candidate["cues"] | undefined;
  return {
    category: ranked.category,
    score: Math.round(score * 1000) / 1000,
    text: candidateText(ranked, setting, choice),
    evidence: { uuid: message.uuid, offset: message.offset, quote: quoteOf(ranked, setting) },
    /** Made when somebody asks why: most of what is found is known. */
    get cues() {
      return cues ??= explain(ranked, setting, trained);
    },
  };
}

/** A sentence may speak for two categories: a model is asked about both, a person about the surer one alone. */
function withoutRepeats(
  candidates: readonly Candidate[],
  { leastScore = 0 }: TriageSettingsView,
): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ category, text }) => {
    const key = `${leastScore > 0 ? "" : category} ${text.toLowerCase()}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
