import { HANGUL, isCjk, isIn } from "../base/scripts.ts";
import { cutAtWord } from "../base/cut.ts";
import type { TriageCategory } from "../base/triage_types.ts";
import { isAsking, type Pick, pickByName, questionOf, withoutMark } from "./options.ts";
import { lengthOf, type Passage, type Sentence } from "./reading.ts";
import { fixOf, type Statement } from "./signs.ts";

const LONGEST_TEXT = 300;
/** The most UTF-16 units of an answer that its question follows. */
const LONGEST_START = 180;
const LONGEST_QUOTE = 500;
const BRIEF_ANSWER = 9;

/** Words a candidate as it was said: its sentence or option, with what that needs to be understood. */
export function candidateText(statement: Statement, category: TriageCategory): string {
  const taken = pickByName(statement);
  const options = taken?.together ?? (taken && [taken.option]);
  const text = options !== undefined
    ? finish(options.map((option) => withoutMark(textOf(option))).join("; "))
    : together(saidWith(statement, category));
  const question = category !== "DECISION"
    ? ""
    : taken === undefined
    ? subjectOf(statement)
    : questionAbove(taken, statement);
  if (question === "") return cutAtWord(text, LONGEST_TEXT);
  const start = cutAtWord(text, LONGEST_START).replace(/[.\u3002]$/, "");
  return `${start} (on: ${cutAtWord(cleanSentence(question), LONGEST_TEXT - start.length - 8)})`;
}

/** Returns the words that a candidate rests on; before a brief answer stands what it answers. */
export function quoteOf(statement: Statement): string {
  const own = plain(statement.sentence.text);
  const subject = subjectOf(statement);
  return cutAtWord(subject === "" ? own : `${subject} → ${own}`, LONGEST_QUOTE);
}

/** Joins the sentences to one text; cuts what stands before the last one, so that a long cause keeps its cure. */
function together(sentences: readonly Sentence[]): string {
  const told = sentences.map(({ text }, i) => finish(i === 0 ? text.replace(JOINED, "") : text));
  const last = told.pop() ?? "";
  return [cutAtWord(told.join(" "), Math.max(LONGEST_START, LONGEST_TEXT - last.length - 1)), last].join(" ")
    .trim();
}

/** Matches a leading word such as "and": "And always use pnpm" needs nothing before it. */
const JOINED = /^(?:and|also|but|und|et|y|e) (?=\w)/i;
/** Words by which a sentence leans on the one before, where they are among its first. */
const LEANING = new Set(
  ("that this these those it its they them such there so then hence therefore thus whatever which one both either " +
    "otherwise here and but or nor plus das dies diese dieser es sie damit daher deshalb darum also und aber oder " +
    "esto eso ello y pero cela ça ce cette et mais 这 那 这样 所以").split(" "),
);
const FIRST_WORDS = 3;

/** Returns the sentence, with the one that it leans on, or a rule's reason, or a cause's cure. */
function saidWith(statement: Statement, category: TriageCategory): readonly Sentence[] {
  const { sentence, passage: { sentences } } = statement;
  const said = sentences.filter(({ isQuestion }) => !isQuestion);
  const at = said.indexOf(sentence);
  const [before, behind] = [said[at - 1], said[at + 1]];
  const fits = (other?: Sentence) =>
    other !== undefined && other.text.length + sentence.text.length < LONGEST_TEXT;
  if (category === "PREFERENCE") {
    return fits(behind) && REASON.test(behind!.text) ? [sentence, behind!] : [sentence];
  }
  const start = fits(before) && leans(sentence) ? [before!, sentence] : [sentence];
  return category === "RUNBOOK" ? [...start, ...fixOf(statement).slice(0, 1)] : start;
}

/** Matches the sentence behind a rule that says why. */
const REASON =
  /^(?:it|this|that|they|otherwise|because|since|as|es|das|sonst|denn|weil|sinon|car|cela|ça|porque|esto|si no) /i;

/** Tells whether a sentence says nothing without the one before it. */
function leans({ tokens }: Sentence): boolean {
  return tokens.all.slice(0, FIRST_WORDS).some(({ text }) => LEANING.has(text));
}

/** Returns the option that a brief answer takes, else the question before it; empty for longer texts. */
function subjectOf({ passage, pick, role, step, course }: Statement): string {
  const { previous } = course.steps[step]!;
  const isBrief = role === "user" && previous.role === "assistant" && lengthOf(passage) <= BRIEF_ANSWER;
  const subject = isBrief ? pick?.option ?? previous.passages.findLast(isAsking) : undefined;
  return subject === undefined ? "" : withoutMark(textOf(subject));
}

/** Returns the question above an option; empty without one, or if the option is not in the message before. */
function questionAbove(pick: Pick, { step, course }: Statement): string {
  const asking = pick.offer === course.steps[step]!.previous ? questionOf(pick) : undefined;
  return asking === undefined ? "" : textOf(asking);
}

function textOf({ sentences }: Passage): string {
  return plain(sentences.map(({ text }) => text).join(" "));
}

function plain(text: string): string {
  return text.replaceAll("`", "").replaceAll("\n", " ").trim();
}

const FILLER =
  /^(?:done|perfect|excellent|great|good|nice|ok|okay|yes|yeah|yep|right|sure|fixed(?!:)|found it|got it|alright|so|well|and|but|also|oh|ah|hm|hmm|btw|fyi|note|you're right|you're absolutely right)[,.!:]\s*(?=.{12})/i;

/** Removes Markdown, and words of agreement at the beginning. */
function cleanSentence(sentence: string): string {
  return plain(sentence).replace(FILLER, "").replace(FILLER, "").replace(/:$/, "");
}

/** Matches a name or an address at the beginning, which keeps its case: `resolve_player`, `https://…`. */
const NAMED = /^(?:`|[^ ]*?(?:[_@(=<>{}$#\d]|[a-z][A-Z]|[./:-]\w))/;

function finish(sentence: string): string {
  const text = cleanSentence(sentence);
  const first = NAMED.test(sentence) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  if (/[.!?\u3002\uff01\uff1f\u2026)]$/.test(first)) return first;
  const last = first.charCodeAt(first.length - 1);
  return first + (isCjk(last) && !isIn(last, HANGUL) ? "。" : ".");
}
