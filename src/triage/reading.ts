import type { Message } from "../base/conversation.ts";
import { type Block, prepareText } from "./blocks.ts";
import { type CueHit, findCues, languageOf } from "./cue_index.ts";
import { CUE_NAMES, type CueName, type LanguageCode } from "./cues/language.ts";
import { carriesSubject, tokenize, TokenKind, type Tokens, TRAITS } from "./words.ts";

/** A sentence with what was found in it. */
export interface Sentence {
  readonly text: string;
  readonly tokens: Tokens;
  readonly hits: readonly CueHit[];
  /** The modality of each hit. */
  readonly modalities: readonly Modality[];
  readonly isQuestion: boolean;
  /** Its language, where that is not English. */
  readonly language: LanguageCode | undefined;
  /** The cue of the label at its beginning: "Decision: …". */
  readonly label: CueName | undefined;
}

/** A few sentences of one block, which are judged as one. */
export interface Passage {
  readonly sentences: readonly Sentence[];
  readonly kind: Block["kind"];
  readonly label: string | undefined;
  /** The heading that it stands under. */
  readonly heading: Passage | undefined;
  /** The cues with the modality `Plain` in it, by their index in `CUE_NAMES`. */
  readonly plainCues: ReadonlySet<number>;
  /** Its index among the passages of the message. */
  readonly index: number;
}

/** The text of one message, read once. */
export interface Reading {
  readonly role: "user" | "assistant";
  readonly passages: readonly Passage[];
  /** The plain cues of all its passages. */
  readonly plainCues: ReadonlySet<number>;
}

export const EMPTY_READING: Reading = { role: "user", passages: [], plainCues: new Set() };

const MOST_SENTENCES = 5;
const LONGEST_PASSAGE = 650;
const MOST_PASSAGES = 80;
const SHORT_SENTENCE = 30;

/** Reads what a message says into passages; a message without text has none. */
export function readMessage({ role, text }: Pick<Message, "role" | "text">): Reading {
  const passages: Passage[] = [];
  let heading: Passage | undefined;
  for (const { kind, text: block, label } of text === "" ? [] : prepareText(text, role)) {
    for (const group of groupSentences(splitSentences(block))) {
      if (passages.length >= MOST_PASSAGES) break;
      const sentences = group.map((sentence) => readSentence(sentence, kind));
      const plainCues = plainCuesOf(sentences);
      passages.push({ sentences, kind, label, heading, plainCues, index: passages.length });
      if (kind === "heading") heading = passages.at(-1);
    }
  }
  return { role, passages, plainCues: new Set(passages.flatMap(({ plainCues }) => [...plainCues])) };
}

function plainCuesOf(sentences: readonly Sentence[]): Set<number> {
  return new Set(
    sentences.flatMap(({ hits, modalities }) =>
      hits.filter((_, i) => modalities[i] === Modality.Plain).map(({ cue }) => cue)
    ),
  );
}

function groupSentences(sentences: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = LONGEST_PASSAGE + 1;
  for (const sentence of sentences) {
    const group = groups.at(-1) ?? [];
    const isFull = group.length >= MOST_SENTENCES || length + sentence.length > LONGEST_PASSAGE;
    if (isFull && !(sentence.length < SHORT_SENTENCE && length < LONGEST_PASSAGE)) {
      groups.push([sentence]);
      length = sentence.length;
    } else {
      group.push(sentence);
      length += sentence.length;
    }
  }
  return groups;
}

function readSentence(text: string, kind: Block["kind"]): Sentence {
  const tokens = tokenize(text);
  const language = languageOf(text, tokens);
  const label = labelOf(text);
  const hits = [...findCues(tokens, "en"), ...language === undefined ? [] : findCues(tokens, language)];
  // A label stands for a phrase: "Decision: Redis" decides as "we decided on Redis" does.
  if (label !== undefined) hits.push({ cue: CUE_NAMES.indexOf(label), from: tokens.places[0] ?? 0 });
  const asks = kind !== "heading" && isQuestion(text, tokens);
  const modalities = hits.map(({ from }) => modalityAt(tokens, from, asks));
  return { text, tokens, hits, modalities, isQuestion: asks, language, label };
}

/** The names that writers put before a statement, in lower case: "Decision: …", "**Root cause:** …". */
const LABELS: Readonly<Partial<Record<CueName, string>>> = {
  adopted: "decision|decided|final decision|our decision|the decision|choice|choice made|our choice|chosen",
  cause: "root cause|cause|the cause|ursache|die ursache|cause racine|la cause|causa|causa raíz|la causa",
  fixed: "fix|the fix|fixed|solution|resolution|solved|behoben|lösung|correctif|corrigé|solución|arreglado",
  limit: "constraint|limitation|restriction|limit|hard limit|hard constraint",
  deferred: "tech debt|technical debt|debt|todo|fixme",
  workaround: "workaround|hack|temporary",
  standing: "rule|house rule|convention|preference|my preference",
};
const CUE_BY_LABEL: ReadonlyMap<string, CueName> = new Map(
  Object.entries(LABELS).flatMap(([cue, labels]) =>
    labels.split("|").map((label) => [label, cue as CueName])
  ),
);
const LONGEST_LABEL = 24;

function labelOf(sentence: string): CueName | undefined {
  const end = sentence.indexOf(":");
  if (end <= 0 || end > LONGEST_LABEL) return undefined;
  const words = sentence.slice(0, end).trimEnd().toLowerCase();
  return CUE_BY_LABEL.get(words) ??
    CUE_BY_LABEL.get(words.replace(/^(?:confirmed|found|actual|real|true) /, ""));
}

const CUE_PLACES: ReadonlyMap<CueName, number> = new Map(CUE_NAMES.map((name, place) => [name, place]));

/** Tells whether a passage or a message holds one of these cues with the modality `Plain`. */
export function says({ plainCues }: Passage | Reading, ...names: readonly CueName[]): boolean {
  return names.some((name) => plainCues.has(CUE_PLACES.get(name)!));
}

/** Tells whether a sentence holds one of the cues with the modality `Plain`. */
export function saysPlainly({ hits, modalities }: Sentence, names: readonly CueName[]): boolean {
  return hits.some(({ cue }, i) => modalities[i] === Modality.Plain && names.includes(CUE_NAMES[cue]!));
}

const FIRST_WORDS = 3;

/** Tells whether a plain cue of these stands among the first words of a sentence. */
export function beginsWith(
  { hits, modalities, tokens: { places } }: Sentence,
  ...names: readonly CueName[]
): boolean {
  return hits.some(({ cue, from }, i) =>
    modalities[i] === Modality.Plain && names.includes(CUE_NAMES[cue]!) &&
    places.findIndex((place) => place >= from) < FIRST_WORDS
  );
}

/** Counts the words of a passage; scripts without blanks count by their signs. */
export function lengthOf({ sentences }: Pick<Passage, "sentences">): number {
  return sentences.reduce((words, { tokens }) => words + tokens.places.length, 0);
}

/** The words of a passage that carry its subject, names in code included. */
export function subjectsOf({ sentences }: Pick<Passage, "sentences">): Set<string> {
  return new Set(sentences.flatMap(({ tokens: { all } }) =>
    all.flatMap((word) => {
      if (word.kind === TokenKind.Code) return [word.text.slice(1, -1)];
      return carriesSubject(word) ? [word.text] : [];
    })
  ));
}

/** Words after which a full stop ends no sentence, lower case, without the stop. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  ("e.g i.e etc vs approx cf resp incl no nr bzw z.b d.h u.a ca p.ej ej p.ex ex np tzn tj m.in т.е т.к т.д ad.es fig " +
    "sec min max st dr mr ms mrs").split(" "),
);
const CLOSERS = "\"'”’)]»」』`";

/** Matches marks that may end a sentence, and backticks: no sentence ends in code. */
const STOP = /[\n.!?\u3002\uff01\uff1f`]/g;

/** Splits a block into sentences, for scripts with and without spaces; a line end is always a boundary. */
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

/** Returns the end of the sentence whose last mark stands at `at`; 0 where none ends. */
function boundaryAfter(text: string, at: number, stop: string): number {
  if (stop === "\n") return at + 1;
  let end = at + 1;
  while (end < text.length && (CLOSERS.includes(text[end]!) || ".!?".includes(text[end]!))) end++;
  if (stop > "\u3000") return end;
  if (end < text.length && text[end] !== " " && text[end] !== "\n") return 0;
  return stop === "." && isAbbreviation(text, at) ? 0 : end;
}

function isAbbreviation(text: string, stop: number): boolean {
  const word = /[^\s\0-\x20]{0,8}$/.exec(text.slice(Math.max(0, stop - 8), stop))![0].toLowerCase();
  if (ABBREVIATIONS.has(word.replace(/^\(/, ""))) return true;
  return /^[a-hj-z]$/.test(word) && text[stop + 1] === " " && stop > 1;
}

/** The way in which a phrase is meant in its sentence; only a `Plain` one counts as a cue. */
export const Modality = { Plain: 0, Negated: 1, Asked: 2, Supposed: 3, Quoted: 4 } as const;
export type Modality = (typeof Modality)[keyof typeof Modality];

/** Matches last words that ask in Chinese and Japanese, where people leave the mark out. */
const ASKING_END = /(?:[\u5417\u55ce\u5462]|\u4ec0[\u4e48\u9ebc]|[\u3059\u305f]\u304b)$/;
const ASKING_MARK = /[?\uff1f]["'\u201d\u2019)\]\xbb\u300d\u300f*`]*$/;

/** Tells whether a sentence asks: by its mark, or by how it begins where people leave the mark out. */
export function isQuestion(sentence: string, { all, places }: Tokens): boolean {
  if (/[:.!]$/.test(sentence)) return false;
  if (ASKING_MARK.test(sentence) || ASKING_END.test(sentence)) return true;
  if (places.length < 3) return false;
  const [first, second] = [all[places[0]!]!.traits, all[places[1]!]!.traits];
  return (first & TRAITS.asks) !== 0 || ((first & TRAITS.auxiliary) !== 0 && (second & TRAITS.subject) !== 0);
}

const NEGATION_REACH = 3;
const SUPPOSITION_REACH = 12;
const CLAUSE_ENDS = ",;:\u2014\u2013(";

/** Returns the modality of the words from `token` on. */
export function modalityAt({ all, quoted }: Tokens, token: number, isAsked: boolean): Modality {
  if (quoted?.[token] === true) return Modality.Quoted;
  if (isAsked) return Modality.Asked;
  let words = 0;
  let isOneClause = true;
  for (let i = token - 1; i >= 0 && words < SUPPOSITION_REACH; i--) {
    const { kind, text, traits } = all[i]!;
    if (kind === TokenKind.Mark) {
      if (CLAUSE_ENDS.includes(text)) {
        words += NEGATION_REACH;
        isOneClause = false;
      }
      continue;
    }
    const isNear = words < NEGATION_REACH;
    // "Nothing" at the beginning of a clause negates all of it.
    if ((traits & TRAITS.negates) !== 0 && (isNear || (isOneClause && text === "nothing"))) {
      return Modality.Negated;
    }
    if ((traits & TRAITS.supposes) !== 0 || (isNear && (traits & TRAITS.weakens) !== 0)) {
      return Modality.Supposed;
    }
    words++;
  }
  return Modality.Plain;
}
