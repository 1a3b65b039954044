// Triage: finds the sentences of a conversation that are worth remembering, and scores them.
import type { Message } from "../base/conversation.ts";
import type { Finding, TriageCategory } from "../base/triage_types.ts";
import { HIGHEST_SCORE } from "./ask.ts";
import { findingText, quoteOf } from "./finding_text.ts";
import { RULES, type Statement } from "./rules.ts";
import { optionTaken } from "./options.ts";
import { contentWordsOf } from "./reading.ts";
import { afterInTurn, readSteps, type Step } from "./steps.ts";

/** The least score of a finding. Not even a language model is asked about a sentence with a lower one. */
const LEAST_SCORE = 0.3;
const CATEGORIES = Object.keys(RULES) as TriageCategory[];

/** Returns the findings from `leastScore` on (0: a model or person judges them); messages before `from` are context. */
export function triage(messages: readonly Message[], leastScore = 0, from = 0): Finding[] {
  const judged = statementsOf(readSteps(messages), from).flatMap(judge)
    .filter(({ score }) => score >= Math.max(LEAST_SCORE, leastScore));
  const kept = CATEGORIES.flatMap((category) =>
    withoutRestated(judged.filter((one) => one.category === category))
  );
  return withoutRepeats(
    kept.map(({ statement, category, score, cues }): Finding => {
      const { uuid, offset } = messages[statement.step]!;
      const text = findingText(statement, category);
      return { category, score, text, evidence: { uuid, offset, quote: quoteOf(statement) }, cues };
    }),
    leastScore,
  );
}

function statementsOf(steps: readonly Step[], from: number): Statement[] {
  return steps.slice(from).flatMap(({ reading: { role, passages } }, at) => {
    if (passages.length === 0) return []; // most steps of a long turn are calls alone
    const step = from + at;
    const isLast = afterInTurn(steps, step).every(({ reading }) => reading.passages.length === 0);
    return passages.flatMap((passage) =>
      passage.sentences.map((sentence, at) => ({
        ...{ sentence, passage, role, steps, step, isLast },
        pick: at === 0 ? optionTaken(steps, step, passage) : undefined,
      }))
    );
  });
}

type Judged = ReturnType<typeof judge>[number];

function judge(statement: Statement) {
  return CATEGORIES.flatMap((category) => {
    const { accepts, features } = RULES[category];
    if (!accepts(statement)) return [];
    const cues = features.filter(([, , test]) => test(statement)).map(([name, weight]) => ({ name, weight }));
    const sum = cues.reduce((sum, { weight }) => sum + weight, 0);
    const score = Math.round(100 * Math.min(HIGHEST_SCORE, Math.max(0, sum))) / 100;
    return [{ statement, category, score, cues }];
  });
}

/** Drops each statement that repeats one with a higher score or, with the same score, a later one. */
function withoutRestated(judged: readonly Judged[]): Judged[] {
  const sorted = judged.toSorted((a, b) => b.score - a.score || b.statement.step - a.statement.step);
  const kept: Judged[] = [];
  for (const one of sorted) if (!kept.some(({ statement }) => isRestated(one, statement))) kept.push(one);
  return kept;
}

/** Sentences say the same if they share this part of the content words of the shorter. A turn keeps one cause. */
const SHARED_PART = 0.6;

function isRestated({ statement: one, category }: Judged, other: Statement): boolean {
  const [from, to] = [Math.min(one.step, other.step) + 1, Math.max(one.step, other.step) + 1];
  if (category === "RUNBOOK" && !one.steps.slice(from, to).some(({ beginsTurn }) => beginsTurn)) return true;
  const [own, others] = [contentWordsOf(one.sentence), contentWordsOf(other.sentence)];
  const shared = own.intersection(others).size;
  return shared > 1 && shared >= SHARED_PART * Math.min(own.size, others.size);
}

/** Drops repeated texts. If `leastScore` is 0, a text may remain once in each category, as a model can choose. */
function withoutRepeats(findings: readonly Finding[], leastScore: number): Finding[] {
  const seen = new Set<string>();
  return findings.toSorted((a, b) => b.score - a.score).filter(({ category, text }) => {
    const key = `${leastScore > 0 ? "" : category} ${text.toLowerCase()}`;
    return !seen.has(key) && seen.add(key);
  });
}
