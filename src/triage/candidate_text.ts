import { HANGUL, isCjk, isIn } from "../base/scripts.ts";
import { cutAtWord } from "../base/cut.ts";
import { featuresOf, type Setting } from "./features.ts";
import { LEARNT_CATEGORIES, type Model } from "./model.ts";
import { isAsking, type Pick, pickByName, questionOf, withoutMark } from "./options.ts";
import { OWN_CUES, type RankedPassage } from "./ranking.ts";
import { lengthOf, type Passage, saysPlainly, type Sentence } from "./reading.ts";

const LONGEST_TEXT = 300;
/** Before the question that it answers. */
const LONGEST_START = 180;
const LONGEST_QUOTE = 500;
const BRIEF_ANSWER = 9;

/** A candidate in the words of the passage: the sentences that say it, and what those lean on. */
export function candidateText(ranked: RankedPassage, setting: Setting, model: Model): string {
  const taken = pickByName(ranked);
  const options = taken?.together ?? (taken && [taken.option]);
  const text = options !== undefined
    ? finish(options.map((option) => withoutMark(textOf(option))).join("; "))
    : saidIn(ranked, setting, model);
  const question = taken !== undefined ? questionAbove(taken, setting) : subjectOf(ranked, setting);
  if (question === "") return cutAtWord(text, LONGEST_TEXT);
  const start = cutAtWord(text, LONGEST_START).replace(/[.\u3002]$/, "");
  return `${start} (on: ${cutAtWord(cleanSentence(question), LONGEST_TEXT - start.length - 8)})`;
}

/** The words that a candidate stands on; a brief answer brings the question along. */
export function quoteOf(ranked: RankedPassage, setting: Setting): string {
  const own = textOf(ranked.passage);
  const subject = subjectOf(ranked, setting);
  return cutAtWord(subject === "" ? own : `${subject} → ${own}`, LONGEST_QUOTE);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** A rule needs nothing that stands before it. */
const JOINED = /^(?:and|also|but|und|et|y|e) /i;
function saidIn(ranked: RankedPassage, setting: Setting, model: Model): string {
  const isRule = ranked.category === "PREFERENCE";
  return tellingSentences(ranked, setting, model)
    .map(({ text }) => finish(isRule ? text.replace(JOINED, "") : text)).join(" ");
}

/** A sentence of so many words is as good as a longer one. */
const ENOUGH_WORDS = 6;
/** A cause is what is to be known, whatever else is said of it. */
const CAUSE_WEIGHT = 2;
/** Words by which a sentence leans on the one before, where they are among its first. */
const LEANING = wordSet(
  "that this these those it its they them such there so then hence therefore thus whatever which one both either " +
    "otherwise here and but or nor plus das dies diese dieser es sie damit daher deshalb darum also und aber oder " +
    "esto eso ello y pero cela ça ce cette et mais это этот то и но 这 那 这样 所以",
);
const FIRST_WORDS = 8;

/**
 * The sentence of a passage that speaks most for what it was chosen for, behind the one that it leans on ("Whatever we store
 * has to stay within that.") and before one that speaks for the same.
 */
function tellingSentences(
  { passage, category }: RankedPassage,
  setting: Setting,
  model: Model,
): readonly Sentence[] {
  const said = passage.sentences.filter(({ isQuestion }) => !isQuestion);
  const weights = said.map((one) => {
    const alone = { ...passage, sentences: [one] };
    const margin = model.marginsOf(featuresOf(alone, setting))[LEARNT_CATEGORIES.indexOf(category)]!;
    const isCause = category === "RUNBOOK" && saysPlainly(one, ["blamed"]);
    return margin + Math.min(1, lengthOf(alone) / ENOUGH_WORDS) + (isCause ? CAUSE_WEIGHT : 0);
  });
  const at = weights.indexOf(Math.max(...weights));
  const [before, best, behind] = [said[at - 1], said[at], said[at + 1]];
  if (best === undefined) return passage.sentences.slice(0, 1);
  // "Please remember that" is a sign of a rule, and says nothing without the sentence before it.
  if (category === "PREFERENCE") return before !== undefined && leans(best) ? [before] : [best];
  const told = [
    ...before !== undefined && leans(best) ? [before] : [],
    best,
    ...behind !== undefined && (best.label === "cause" || saysPlainly(behind, OWN_CUES[category]))
      ? [behind]
      : [],
  ];
  return told.reduce((sum, { text }) => sum + 1 + text.length, 0) <= LONGEST_TEXT ? told : [best];
}

/** Whether a sentence says nothing without the one before it. */
function leans({ tokens }: Sentence): boolean {
  return tokens.all.slice(0, FIRST_WORDS).some(({ text }) => LEANING.has(text));
}

/** The matter of a brief answer: the option that it takes, else the question before it; empty where it needs neither. */
function subjectOf({ passage, pick, category }: RankedPassage, { reading, previous }: Setting): string {
  const { passages } = previous;
  if (category === "PREFERENCE" && pick === undefined) return ""; // a rule needs nothing that stands before it
  const isBrief = reading.role === "user" && previous.role === "assistant" &&
    lengthOf(passage) <= BRIEF_ANSWER;
  const subject = isBrief ? pick?.option ?? passages.findLast(isAsking) ?? passages.at(-1) : undefined;
  return subject === undefined || passages.length === 0 ? "" : withoutMark(textOf(subject));
}

/** The question that an option answers; empty where none stands above it, or the option in an earlier message. */
function questionAbove(pick: Pick, { previous }: Setting): string {
  const asking = pick.offer === previous ? questionOf(pick) : undefined;
  return asking === undefined ? "" : textOf(asking);
}

function textOf({ sentences }: Passage): string {
  return plain(sentences.map(({ text }) => text).join(" "));
}

function plain(text: string): string {
  return text.replaceAll("`", "").replaceAll("\n", " ").trim();
}

const FILLER =
  /^(?:done|perfect|excellent|great|good|nice|ok|okay|yes|yeah|yep|right|sure|fixed|found it|got it|alright|so|well|and|but|also|oh|ah|hm|hmm|btw|fyi|note|you're right|you're absolutely right)[,.!:]\s*(?=.{12})/i;

/** Without Markdown and without words of agreement before what is said. */
function cleanSentence(sentence: string): string {
  return plain(sentence).replace(FILLER, "").replace(FILLER, "").replace(/:$/, "");
}

/** A name in code or an address at the beginning stays as it is: `resolve_player`, `https://…`. */
const NAMED = /^(?:`|[^ ]*?(?:[_@(=<>{}$#\d]|[a-z][A-Z]|[./:-]\w))/;

function finish(sentence: string): string {
  const text = cleanSentence(sentence);
  const first = NAMED.test(sentence) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  if (/[.!?\u3002\uff01\uff1f\u2026)]$/.test(first)) return first;
  const last = first.charCodeAt(first.length - 1);
  return first + (isCjk(last) && !isIn(last, HANGUL) ? "。" : ".");
}
