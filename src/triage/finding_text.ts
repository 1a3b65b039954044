// Writes the text and the quotation of a finding (a possible memory), to be understood outside its conversation.
import { cutAtWord } from "../base/cut.ts";
import { HANGUL, isCjk, isIn } from "../base/scripts.ts";
import type { TriageCategory } from "../base/triage_types.ts";
import { fixOf, type Statement } from "./rules.ts";
import { isAsking, pickByName, questionOf, withoutRecommended } from "./options.ts";
import { lengthOf, type Passage, type Reading, type Sentence } from "./reading.ts";
import referring from "./referring_words.json" with { type: "json" };

const LONGEST_TEXT = 300;
const LONGEST_START = 180; // the UTF-16 units that a text keeps if another one follows it
const LONGEST_QUOTE = 500;
const BRIEF_ANSWER = 9; // the most words of an answer that is not understood without its question

/** Returns the sentence, or the option and the user's notes on it, with the context that is needed to understand it. */
export function findingText(statement: Statement, category: TriageCategory): string {
  const pick = pickByName(statement);
  const notes = statement.steps[statement.step]!.beginsTurn ? [] : statement.passage.sentences.slice(1);
  const text = pick !== undefined
    ? [
      withoutRecommended(textOf(pick.option)),
      ...notes.flatMap(({ written }) => written.endsWith("?") ? [] : written),
    ].map(finish).join(" ")
    : joinSentences(withContext(statement, category)) +
      (category === "PREFERENCE" ? listAfter(statement) : "");
  const question = category !== "DECISION"
    ? ""
    : pick === undefined
    ? subjectOf(statement)
    : textOf(pick.offer === previousReading(statement) ? questionOf(pick) : undefined); // answers no older question
  if (question === "") return cutAtWord(text, LONGEST_TEXT);
  const start = cutAtWord(text, LONGEST_START).replace(/[.\u3002]$/, "");
  return `${start} (on: ${cutAtWord(cleanSentence(question), LONGEST_TEXT - start.length - 8)})`;
}

/** Returns the items that a sentence with a colon at its end announces; without items, the passage after it. */
function listAfter({ sentence, passage, steps, step }: Statement): string {
  const after = sentence.isOpening ? steps[step]!.reading.passages.slice(passage.index + 1) : [];
  const end = after.findIndex(({ kind }) => kind !== "item");
  const items = end < 0 ? after : after.slice(0, end);
  return (items.length > 0 ? items : after.slice(0, 1)).map((one) => ` ${finish(textOf(one))}`).join("");
}

/** Returns the sentence on which a finding rests; for a brief answer, "option or question → answer". */
export function quoteOf(statement: Statement): string {
  const own = plain(statement.sentence.written);
  const subject = subjectOf(statement);
  return cutAtWord(subject === "" ? own : `${subject} → ${own}`, LONGEST_QUOTE);
}

/** Joins sentences; cuts those before the last one if needed, so that a long cause does not displace its fix. */
function joinSentences(sentences: readonly Sentence[]): string {
  const texts = sentences.map(({ written, language }, i) =>
    finish(i > 0 ? written : written.replace(language === undefined ? ENGLISH_CONJUNCTION : CONJUNCTION, ""))
  );
  const last = texts.pop() ?? "";
  return [cutAtWord(texts.join(" "), Math.max(LONGEST_START, LONGEST_TEXT - last.length - 1)), last].join(" ")
    .trim();
}

/** Match a needless conjunction at the beginning: "And always use pnpm". In English, "Y" is an axis, not Spanish. */
const CONJUNCTION = /^(?:and|also|but|und|et|y|e) (?=\w)/i;
const ENGLISH_CONJUNCTION = /^(?:and|also|but) (?=\w)/i;
/** Words that refer to the sentence before if they are among the `FIRST_WORDS` of a sentence. */
const REFERRING = new Set(referring.words.split(" "));
const FIRST_WORDS = 3;

/** Adds the sentence that another one needs: the one to which it refers, the reason of a rule, or the fix of a cause. */
function withContext(statement: Statement, category: TriageCategory): readonly Sentence[] {
  const { sentence, passage: { sentences } } = statement;
  const statements = sentences.filter(({ isQuestion }) => !isQuestion);
  const at = statements.indexOf(sentence);
  const [before, after] = [statements[at - 1], statements[at + 1]];
  const fits = (other?: Sentence) =>
    other !== undefined && other.text.length + sentence.text.length < LONGEST_TEXT;
  if (category === "PREFERENCE") {
    return fits(after) && REASON.test(after!.text) ? [sentence, after!] : [sentence];
  }
  const refersBack = sentence.tokens.all.slice(0, FIRST_WORDS).some(({ text }) => REFERRING.has(text));
  const start = fits(before) && refersBack ? [before!, sentence] : [sentence];
  return category === "RUNBOOK" ? [...start, ...fixOf(statement).slice(0, 1)] : start;
}

const REASON =
  /^(?:it|this|that|they|otherwise|because|since|as|es|das|sonst|denn|weil|sinon|car|cela|ça|porque|esto|si no) /i;

/** Returns the option that a brief answer chooses, else the question that it answers; "" for a longer answer. */
function subjectOf(statement: Statement): string {
  const { passage, pick, role } = statement;
  const previous = previousReading(statement);
  const isBrief = role === "user" && previous?.role === "assistant" && lengthOf(passage) <= BRIEF_ANSWER;
  const subject = pick?.option ?? (isBrief ? previous.passages.findLast(isAsking) : undefined);
  return withoutRecommended(textOf(subject));
}

function previousReading({ steps, step }: Statement): Reading | undefined {
  return steps.slice(0, step).findLast(({ reading }) => reading.passages.length > 0)?.reading;
}

function textOf(passage: Passage | undefined): string {
  return plain((passage?.sentences ?? []).map(({ written }) => written).join(" "));
}

const plain = (text: string) => text.replaceAll("`", "").replaceAll("\n", " ").trim();

/** Matches up to two fillers at the beginning of a sentence: "ok, ", "great! ". */
const FILLERS =
  /^(?:(?:done|perfect|excellent|great|good|nice|cool|ok|okay|yes|yeah|yep|right|sure|fixed(?!:)|found it|got it|alright|so|well|and|but|also|oh|ah|hm|hmm|btw|by the way|fyi|note|you're right|you're absolutely right)[,.!:]\s*(?:(?:and|but) )?(?=.{12})){1,2}/i;

const cleanSentence = (sentence: string) => plain(sentence.trim().replace(FILLERS, "")).replace(/:$/, "");

/** Matches a name or an address at the beginning, which must not get a capital letter. */
const NAME_FIRST = /^(?:`|[^ ]*?(?:[_@(=<>{}$#\d]|[a-z][A-Z]|[./:-]\w))/;

function finish(sentence: string): string {
  const text = cleanSentence(sentence);
  const capitalized = NAME_FIRST.test(sentence.trim().replace(FILLERS, ""))
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1);
  if (/[.!?\u3002\uff01\uff1f\u2026)]$/.test(capitalized)) return capitalized;
  const last = capitalized.charCodeAt(capitalized.length - 1);
  return capitalized + (isCjk(last) && !isIn(last, HANGUL) ? "。" : ".");
}
