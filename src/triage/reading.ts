// Reads messages: divides them into passages and sentences, and finds the cues that each sentence affirms.
import type { Message } from "../base/conversation.ts";
import { isAbbreviation } from "../base/words.ts";
import { type Block, prepareText } from "./blocks.ts";
import { type CueHit, findCues, languageOf } from "./cue_index.ts";
import { type CueName, type LanguageCode, LANGUAGES } from "./cues/languages.ts";
import { isContentWord, tokenize, TokenKind, type Tokens, TRAITS } from "./tokens.ts";

export interface Sentence {
  /** With straight apostrophes, as the rules know no others, and without long quotations. */
  readonly text: string;
  readonly written: string; // as the author wrote it, without Markdown and quotations of over 120 units
  readonly tokens: Tokens;
  /** The cues, without negated, asked, supposed and quoted ones; but `addressed` always stays, as in "Can you …?". */
  readonly cues: readonly CueHit[];
  readonly isQuestion: boolean;
  /** True if a colon at its end announces the text after it, and not code. */
  readonly isOpening: boolean;
  /** The cue of a label at the beginning: "Decision: …". */
  readonly label: CueName | undefined;
  /** The language; `undefined` for English. */
  readonly language: LanguageCode | undefined;
}

export type Reading = Readonly<ReturnType<typeof readMessage>>;

/** A block of a message. `label`: the number or letter at its beginning. */
export type Passage = Readonly<Reading["passages"][number]>;

const MOST_PASSAGES = 80;

export function readMessage({ role, text }: Pick<Message, "role" | "text">) {
  const said = role === "user" ? text.replace(/^\/[\w:-]+\s/, "") : text; // a slash command's name says nothing
  const blocks = said === "" ? [] : prepareText(said, role).slice(0, MOST_PASSAGES);
  const passages = blocks.map(
    ({ kind, text: block, label, quotations = [], isBeforeCode = false }, index) => {
      const quoted = quotations.values();
      const sentences = splitSentences(block).map((sentence, i, { length }) => ({
        ...readSentence(sentence, kind, isBeforeCode && i === length - 1),
        written: sentence.replaceAll(/["“„«「『]…["”“»」』]/g, (mark) => quoted.next().value ?? mark),
      }));
      return { sentences, kind, label, index };
    },
  );
  return { role, passages };
}

function readSentence(said: string, kind: Block["kind"], isBeforeCode: boolean): Omit<Sentence, "written"> {
  const text = said.replaceAll(/[\u2018\u2019]/g, "'");
  const tokens = tokenize(text);
  const language = languageOf(text, tokens);
  const label = labelOf(text);
  const hits = [...findCues(tokens, "en"), ...language === undefined ? [] : findCues(tokens, language)];
  // A label counts as a phrase: "Decision: Redis" has the same cue as "we decided on Redis".
  if (label !== undefined) hits.push({ cue: label, from: tokens.places[0] ?? 0, words: 1 });
  const asks = kind !== "heading" && isQuestion(text, tokens);
  const cues = hits.filter(({ cue, from }) => cue === "addressed" || (!asks && isAffirmed(tokens, from)));
  const isOpening = text.endsWith(":") && !isBeforeCode;
  return { text, tokens, cues, isQuestion: asks, isOpening, label, language };
}

const LABELS = LANGUAGES.flatMap(({ labels = {} }) => Object.entries(labels));
const LONGEST_LABEL = 24;
/** Matches what follows a label if there is nothing to tell: "Limitations: none known". */
const NOTHING =
  /^[^\w`]*(?:open(?=\W*$)|(?:none|nothing|n\/a|unknown|tb[cd]|unclear|undecided|keine?|nichts|unbekannt|unklar|offen|aucune?|rien|inconnue?|ninguna?|nada|desconocida?)(?=[^\w\xc0-\u1fff]*$| ?[.,;(–—]| - | new\W*$| (?:yet|so far|known|found|identified|needed|that (?:i|we)|as (?:of|far)|at (?:this|the moment|present)|for (?:now|this)|bekannt|bisher|nötig)\b))/i;

function labelOf(sentence: string): CueName | undefined {
  const end = sentence.indexOf(":");
  if (end <= 0 || end > LONGEST_LABEL || NOTHING.test(sentence.slice(end + 1))) return undefined;
  const label = sentence.slice(0, end).trimEnd().toLowerCase()
    .replace(/^(?:confirmed|found|actual|real|true) /, "");
  return LABELS.find(([, labels]) => labels.split("|").includes(label))?.[0] as CueName | undefined;
}

export function says({ sentences }: Passage, ...names: readonly CueName[]): boolean {
  return sentences.some((sentence) => sentenceSays(sentence, ...names));
}

export function sentenceSays({ cues }: Sentence, ...names: readonly CueName[]): boolean {
  return cues.some(({ cue }) => names.includes(cue));
}

const FIRST_WORDS = 3;

/** Returns true if one of the sentence's `FIRST_WORDS` begins a phrase of the cue. */
export function beginsWith({ cues, tokens: { places } }: Sentence, name: CueName): boolean {
  return cues.some(({ cue, from }) =>
    cue === name && places.findIndex((place) => place >= from) < FIRST_WORDS
  );
}

/** Counts the words of a passage; in Japanese, Chinese and Korean, the characters. */
export function lengthOf({ sentences }: Passage): number {
  return sentences.reduce((words, { tokens }) => words + tokens.places.length, 0);
}

/** A cache, as triage compares each statement with all others. */
const contentWords = new WeakMap<Sentence, ReadonlySet<string>>();

export function contentWordsOf(sentence: Sentence): ReadonlySet<string> {
  return contentWords.getOrInsertComputed(sentence, ({ tokens: { all } }) =>
    new Set(all.flatMap((token) => {
      if (token.kind === TokenKind.Code) return [token.text.slice(1, -1)];
      return isContentWord(token) ? [token.text] : [];
    })));
}

const CLOSERS = "\"'”’)]»」』"; // marks that belong to a sentence if they follow its last mark

/** Matches marks that may end a sentence, and backticks, within which no sentence ends. */
const STOP = /[\n.!?\u3002\uff01\uff1f`]/g;

/** Splits a block into sentences, in any script. A line end always ends a sentence. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  let inCode = false;
  for (const { 0: stop, index } of text.matchAll(STOP)) {
    if (stop === "`") inCode = !inCode;
    if (stop === "\n") inCode = false;
    const end = inCode || stop === "`" || index < from ? 0 : boundaryAfter(text, index, stop);
    if (end === 0) continue;
    sentences.push(text.slice(from, end).trim());
    from = end;
  }
  sentences.push(text.slice(from).trim());
  return sentences.filter((sentence) => sentence !== "");
}

/** Returns the end of the sentence with the mark at `at`; 0 if no sentence ends there. */
function boundaryAfter(text: string, at: number, stop: string): number {
  if (stop === "\n") return at + 1;
  let end = at + 1;
  while (end < text.length && (CLOSERS.includes(text[end]!) || ".!?".includes(text[end]!))) end++;
  if (stop > "\u3000") return end; // no blank follows a Chinese or Japanese mark
  if (end < text.length && text[end] !== " " && text[end] !== "\n") return 0;
  return isAbbreviation(text, at) ? 0 : end;
}

/** Matches the end of a Chinese or Japanese question without `？`. Only 吗 and か may have a mark after them: 呢。 states. */
const ASKING_END = /(?:(?:[吗嗎]|(?:[すたのん]|(?<!ど)う)か)[。！!…]*|呢|什[么麼])$/;
const ASKING_MARK = /[?？][!！"'”)\]»」』*`]*$/;

/** Returns true for a sentence that ends with `?`, or that begins or ends like a question without a mark at its end. */
function isQuestion(sentence: string, { all, places }: Tokens): boolean {
  if (ASKING_MARK.test(sentence) || ASKING_END.test(sentence)) return true;
  if (places.length < 3 || /[:.!]$/.test(sentence)) return false;
  const [first, second] = [all[places[0]!]!.traits, all[places[1]!]!.traits];
  return (first & TRAITS.asks) !== 0 || ((first & TRAITS.auxiliary) !== 0 && (second & TRAITS.subject) !== 0);
}

/** A negation, or a word such as "maybe", applies to a phrase with fewer words than this in between. */
const NEGATION_REACH = 3;
/** A supposition, such as "if", applies to a phrase with fewer words than this in between. */
const SUPPOSITION_REACH = 12;
/** The marks between clauses, each of which counts as `NEGATION_REACH` words. */
export const CLAUSE_ENDS = ",;:\u2014\u2013(";

/** Returns true if the phrase that begins at the index `token` is neither quoted, negated nor supposed. */
function isAffirmed({ all, quoted }: Tokens, token: number): boolean {
  if (quoted?.[token] === true) return false;
  let words = 0;
  for (let i = token - 1; i >= 0 && words < SUPPOSITION_REACH; i--) {
    const { kind, text, traits } = all[i]!;
    if (kind === TokenKind.Mark) {
      if (CLAUSE_ENDS.includes(text)) words += NEGATION_REACH;
      continue;
    }
    const near = words < NEGATION_REACH ? TRAITS.negates | TRAITS.weakens : 0;
    if ((traits & (TRAITS.supposes | near)) !== 0) return false;
    words++;
  }
  return true;
}
