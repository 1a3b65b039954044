import { featuresOf, type Setting } from "./features.ts";
import type { Model } from "./model.ts";
import type { Passage, Reading, Sentence } from "./read_message.ts";

const LONGEST_TEXT = 200;
const LONGEST_QUOTE = 500;
const BRIEF_ANSWER = 9;

/**
 * What is worth keeping: the sentence of the passage that speaks most for it, with the one before where it leans on
 * that.
 */
export function candidateText(answer: Answer, setting: Setting, choice: Choice): string {
  const best = bestSentence(answer.passage, setting, choice);
  const text = cleanSentence(best);
  const question = subjectOf(answer, setting);
  if (question === "") return finish(cut(text, LONGEST_TEXT - 1));
  const start = cut(text, LONGEST_TEXT / 2);
  return `${finish(start).replace(/[.\u3002]$/, "")} (on: ${
    cut(cleanSentence(question), LONGEST_TEXT - start.length - 8)
  })`;
}

/** The words that a candidate stands on; a brief answer brings the question along. */
export function quoteOf(answer: Answer, setting: Setting): string {
  const own = wordsOf(answer.passage);
  const subject = subjectOf(answer, setting);
  return cut(subject === "" ? own : `${subject} → ${own}`, LONGEST_QUOTE);
}

/** What is said, and what of an earlier message it takes. */
export interface Answer {
  readonly passage: Passage;
  readonly option: Passage | undefined;
}

/** What the passage was chosen for, and by which model. */
export interface Choice {
  readonly model: Model;
  readonly category: number;
}

function bestSentence(passage: Passage, setting: Setting, { model, category }: Choice): string {
  const { sentences } = passage;
  let best = 0;
  let most = -Infinity;
  for (let i = 0; i < sentences.length && sentences.length > 1; i++) {
    const sentence = sentences[i] as Sentence;
    const margins = model.marginsOf(featuresOf({ ...passage, sentences: [sentence] }, setting));
    const score = (margins[category] as number) + Math.min(1, sentence.tokens.places.length / 6);
    if (score <= most) continue;
    most = score;
    best = i;
  }
  return withSupport(passage, best, setting.reading);
}

/** Words that go on with what was said before. */
const LEANING: ReadonlySet<string> = new Set(
  "and but or nor which plus und aber oder et mais ou y pero e mas ma и но или ale lub".split(" "),
);

/** "And the tax, which must stay whole." says nothing without the sentence before it. */
function withSupport(passage: Passage, index: number, { passages }: Reading): string {
  const { text, tokens } = passage.sentences[index] as Sentence;
  if (!LEANING.has(tokens.all[0]?.text ?? "")) return text;
  const before = passage.sentences[index - 1] ?? passages[passage.index - 1]?.sentences.at(-1);
  if (before === undefined || before.isQuestion) return text;
  return before.text.length + text.length < LONGEST_TEXT - 1 ? `${before.text} ${text}` : text;
}

function isBriefAnswer(passage: Passage, { reading, previous }: Setting): boolean {
  const words = passage.sentences.reduce((sum, sentence) => sum + sentence.tokens.places.length, 0);
  return reading.role === "user" && previous.role === "assistant" && words <= BRIEF_ANSWER &&
    previous.passages.length > 0;
}

/** What a brief answer is about: the option that it takes, else the question before it; empty where it needs neither. */
function subjectOf({ passage, option }: Answer, setting: Setting): string {
  if (!isBriefAnswer(passage, setting)) return "";
  const { passages } = setting.previous;
  const asking = passages.findLast(({ sentences }) => sentences.some(({ isQuestion }) => isQuestion));
  const subject = option ?? asking ?? passages[passages.length - 1];
  return subject === undefined ? "" : wordsOf(subject);
}

function wordsOf({ sentences }: Passage): string {
  return plain(sentences.map(({ text }) => text).join(" "));
}

const FILLERS: readonly string[] = [
  "done",
  "perfect",
  "excellent",
  "great",
  "good",
  "nice",
  "ok",
  "okay",
  "yes",
  "yeah",
  "yep",
  "right",
  "sure",
  "fixed",
  "found it",
  "got it",
  "alright",
  "so",
  "well",
  "and",
  "but",
  "also",
  "oh",
  "ah",
  "hm",
  "hmm",
  "btw",
  "fyi",
  "note",
  "you're right",
  "you're absolutely right",
];

/** Without Markdown and without words of agreement before what is said. */
function cleanSentence(sentence: string): string {
  let text = plain(sentence);
  for (let round = 0; round < 2; round++) text = withoutFiller(text);
  return text.endsWith(":") ? text.slice(0, -1) : text;
}

function withoutFiller(text: string): string {
  const end = text.search(/[,.!:]/);
  if (end < 1 || end > 24 || !FILLERS.includes(text.slice(0, end).toLowerCase())) return text;
  const rest = text.slice(end + 1).trim();
  return rest.length < 12 ? text : rest;
}

function plain(text: string): string {
  return text.split("`").join("").split("\n").join(" ").trim();
}

/** No sign beyond ASCII stands in a pattern here: the bundler leaves it as it is, and the engine reads twice as much. */
function finish(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  if (/[.!?\u3002\uff01\uff1f\u2026)]$/.test(first)) return first;
  const unit = first.charCodeAt(first.length - 1);
  return first + (unit >= 0x3041 && unit < 0xac00 ? "。" : ".");
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(" ", length - 1);
  return text.slice(0, end > length / 2 ? end : length - 1) + "…";
}
