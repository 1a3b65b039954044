import { termsOf } from "../search/terms.ts";
import { leadSentences } from "./lead_sentences.ts";
import { factsIn } from "./summary_line.ts";

export type AskedWeights = ReadonlyMap<string, number>;

/** The most UTF-16 units of an answer; with its title, an answer of this length is shown whole. */
const ANSWER_UNITS = 380;
const MAX_LINES = 2;
/** The share of the question's weight that the words of a second line must have. */
const LEAST_MATCHED = 0.05;
/** Matches the names of lines with the user's request, which are no answers. */
const ASKED = /^Asked(?: last)?$/;
/** The amount that a line's name adds to its weight. It decides between lines with equal words: findings before actions. */
const TELLING: Readonly<Record<string, number>> = {
  Learnt: 0.1,
  Solved: 0.1,
  Decided: 0.09,
  "Answered last": 0.08,
  Open: 0.06,
  Committed: 0.05,
  Tests: 0.04,
  Changed: 0.03,
};

type Line = ReturnType<typeof linesOf>[number];

/**
 * Returns the answer of a session to a question: its title, and the one or two lines of its summary with most of
 * the question's words, else the most important one. Returns `undefined` if the session has no result, or the
 * summary says nothing beyond the question itself. A summary is Markdown with a fact in each line, after a name
 * such as `Solved`; only a summary written by a model has no such names.
 */
export function sessionAnswer(
  { title, summary }: { readonly title: string | null; readonly summary: string },
  asked: AskedWeights,
): string | undefined {
  const titleWords = wordsOf(title ?? "");
  const lines = linesOf(summary).filter(({ words }) => words.some((word) => !asked.has(word)));
  const more = lines.filter(({ words }) =>
    words.some((word) => !asked.has(word) && !titleWords.includes(word))
  );
  const chosen = choose(more.length === 0 ? lines : more, { asked, titleWords });
  const [best] = chosen;
  if (best === undefined) return undefined;
  const both = lines.filter((line) => chosen.includes(line)).map(({ whole }) => whole).join(" | ");
  const text = both.length <= ANSWER_UNITS ? both : leadSentences(best.whole, ANSWER_UNITS);
  return title === null ? text : `${title} | ${text}`;
}

function linesOf(summary: string) {
  return factsIn(summary).map((whole) => {
    const name = /^([A-Z][a-z]+(?: last)?): /.exec(whole)?.[1] ?? "";
    return { name, whole, words: wordsOf(name === "" ? whole : whole.slice(name.length + 2)) };
  }).filter(({ name }) => !ASKED.test(name));
}

function wordsOf(text: string): string[] {
  return [...new Set(termsOf(text).map(({ word }) => word))];
}

/** Returns the best lines, the best first. A word counts less if several lines or the title contain it. */
function choose(
  lines: readonly Line[],
  { asked, titleWords }: { readonly asked: AskedWeights; readonly titleWords: readonly string[] },
): Line[] {
  const all = [...asked.values()].reduce((sum, weight) => sum + weight, 0);
  const texts = [titleWords, ...lines.map(({ words }) => words)];
  const weight = (word: string) => {
    const share = asked.get(word);
    return share === undefined ? 0 : share / texts.filter((words) => words.includes(word)).length / all;
  };
  return lines.map((line) => {
    const matched = line.words.reduce((sum, word) => sum + weight(word), 0);
    return { line, matched, worth: matched + (TELLING[line.name] ?? 0) };
  }).sort((a, b) => b.worth - a.worth).slice(0, MAX_LINES)
    .filter(({ matched }, i) => i === 0 || asked.size === 0 || matched >= LEAST_MATCHED)
    .map(({ line }) => line);
}
