import { termsOf } from "../search/terms.ts";
import { leadSentences } from "./lead_sentences.ts";

/** The weight of each word of the question. */
export type AskedWeights = ReadonlyMap<string, number>;

/** The most units of an answer, with its title. */
const ANSWER_UNITS = 380;
const MAX_LINES = 2;
/** A second line must hold this share of the question's weight. */
const LEAST_HELD = 0.05;
/** Matches the names of lines that repeat a question. */
const ASKED = /^Asked(?: last)?$/;
/** The weight of a line by its name, where the question's words do not decide: findings before deeds. */
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

interface Line {
  readonly name: string;
  readonly whole: string;
  readonly words: readonly string[];
}

/**
 * Answers a question from a session's summary: its title, and the one or two whole lines with most of the question's
 * words, else the most telling line. Returns `undefined` if the session has no result, or says only what the question
 * says. A summary is Markdown with a fact a line; a model's has no names before the lines.
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

function linesOf(summary: string): Line[] {
  return summary.split("\n").map((line) => line.startsWith("- ") ? line.slice(2) : line).flatMap((whole) => {
    const name = /^([A-Z][a-z]+(?: last)?): /.exec(whole)?.[1] ?? "";
    if (whole.trim() === "" || ASKED.test(name)) return [];
    const text = name === "" ? whole : whole.slice(name.length + 2);
    return [{ name, whole, words: wordsOf(text) }];
  });
}

function wordsOf(text: string): string[] {
  return [...new Set(termsOf(text).map(({ word }) => word))];
}

/** Chooses the best lines. A word that several lines or the title hold counts less. */
function choose(
  lines: readonly Line[],
  { asked, titleWords }: { readonly asked: AskedWeights; readonly titleWords: readonly string[] },
): Line[] {
  const all = [...asked.values()].reduce((sum, weight) => sum + weight, 0);
  const texts = [titleWords, ...lines.map(({ words }) => words)];
  const weight = (word: string) => {
    const told = asked.get(word);
    return told === undefined ? 0 : told / texts.filter((words) => words.includes(word)).length / all;
  };
  const rated = lines.map((line) => {
    const held = line.words.reduce((sum, word) => sum + weight(word), 0);
    return { line, held, worth: held + (TELLING[line.name] ?? 0) };
  }).sort((a, b) => b.worth - a.worth);
  return rated.slice(0, MAX_LINES).filter(({ held }, i) => i === 0 || asked.size === 0 || held >= LEAST_HELD)
    .map(({ line }) => line);
}
