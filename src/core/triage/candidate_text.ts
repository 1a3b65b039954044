import type { Setting } from "./features.ts";
import { LEARNT_CATEGORIES } from "./model.ts";
import { isRepeated, partTaken } from "./picks.ts";
import type { Passage, Reading, Sentence } from "./read_message.ts";
import { type Choice, tellingSentences } from "./telling_sentences.ts";

const LONGEST_TEXT = 300;
/** Before what it is about. */
const LONGEST_START = 180;
const LONGEST_QUOTE = 500;
const BRIEF_ANSWER = 9;

/** What is worth keeping, in the words of the passage: what says it, and what that leans on. */
export function candidateText(answer: Answer, setting: Setting, choice: Choice): string {
  const { passage, option } = answer;
  const isName = option !== undefined && isRepeated(option, passage);
  const text = isName ? finish(wordsOf(option)) : sentencesOf(passage, setting, choice);
  const question = isName ? questionAbove(option, setting) : subjectOf(answer, setting);
  if (question === "") return cut(text, LONGEST_TEXT);
  const start = cut(text, LONGEST_START).replace(/[.\u3002]$/, "");
  return `${start} (on: ${cut(cleanSentence(question), LONGEST_TEXT - start.length - 8)})`;
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

/** Words that go on with what was said before. */
const LEANING: ReadonlySet<string> = new Set(
  "and but or nor which plus und aber oder et mais ou y pero e mas ma и но или ale lub".split(" "),
);

/** A rule needs nothing that stands before it. */
const JOINED = /^(?:and|also|but|und|et|y|e) /i;

function sentencesOf(passage: Passage, setting: Setting, choice: Choice): string {
  const sentences = tellingSentences(passage, setting, choice, LONGEST_TEXT);
  if (LEARNT_CATEGORIES[choice.category] === "PREFERENCE") {
    return sentences.map(({ text }) => finish(text.replace(JOINED, ""))).join(" ");
  }
  return withSupport(passage, sentences, setting.reading).map(({ text }) => finish(text)).join(" ");
}

/** "And the tax, which must stay whole." says nothing without the sentence before it. */
function withSupport(
  passage: Passage,
  sentences: readonly Sentence[],
  { passages }: Reading,
): readonly Sentence[] {
  const [first] = sentences;
  if (first === undefined || !LEANING.has(first.tokens.all[0]?.text ?? "")) return sentences;
  const before = passage.sentences[passage.sentences.indexOf(first) - 1] ??
    passages[passage.index - 1]?.sentences.at(-1);
  if (before === undefined || before.isQuestion) return sentences;
  const length = [before, ...sentences].reduce((sum, { text }) => sum + 1 + text.length, 0);
  return length <= LONGEST_TEXT ? [before, ...sentences] : sentences;
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
  const asking = passages.findLast(isAsking);
  const subject = option ?? asking ?? passages[passages.length - 1];
  return subject === undefined ? "" : partTaken(passage, wordsOf(subject));
}

/** What the option answers; empty where no question stands above it, or the option in an earlier message. */
function questionAbove(option: Passage, { previous: { passages } }: Setting): string {
  if (passages[option.index] !== option) return "";
  const asking = passages.slice(0, option.index).findLast(isAsking);
  return asking === undefined ? "" : wordsOf(asking);
}

function isAsking({ sentences }: Passage): boolean {
  return sentences.some(({ isQuestion }) => isQuestion);
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

/** What begins with a name in code or an address stays as it is: `resolve_player`, `https://…`. */
const NAMED = /^(?:`|[^ ]*?(?:[_@(=<>{}$#\d]|[a-z][A-Z]|[./:-]\w))/;

function finish(sentence: string): string {
  const text = cleanSentence(sentence);
  const first = NAMED.test(sentence) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  if (/[.!?\u3002\uff01\uff1f\u2026)]$/.test(first)) return first;
  const unit = first.charCodeAt(first.length - 1);
  return first + (unit >= 0x3041 && unit < 0xac00 ? "。" : ".");
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(" ", length - 1);
  return text.slice(0, end > length / 2 ? end : length - 1) + "…";
}
