import { CUE_NAMES, type CueHit } from "./cue_index.ts";
import { CUES } from "./cues/cue_names.ts";
import { MODALITY_NAMES } from "./modality.ts";
import type { Passage, Reading, Sentence } from "./read_message.ts";
import { CONTENT, hashWord, mix, PAIR, SKELETON } from "./hash_word.ts";
import { TokenKind } from "./token_kind.ts";
import type { Word } from "./word.ts";
import { Trait } from "./word_traits.ts";

/** Sparse features: hashed names in groups of one value each. Names are kept only where somebody asks why. */
export interface Features {
  readonly hashes: number[];
  /** Where each group ends in `hashes`, and what each of its features counts. */
  readonly ends: number[];
  readonly values: number[];
  readonly names: string[] | undefined;
}

/** Where a passage stands: in its message, and after which one. */
export interface Setting {
  readonly reading: Reading;
  /** The message before it that holds text. */
  readonly previous: Reading;
}

const CUE_BY_ROLE_VALUE = 0.7;
const WORD_VALUE = 3.2;
const CONTEXT_VALUE = 0.5;
const HEADING_WORD_VALUE = 0.3;
const PREVIOUS_WORD_VALUE = 0.2;
const SKELETON_VALUE = 1;
const MODALITIES = 5;

const Kind = {
  Cue: hashWord("cue"),
  CueByRole: hashWord("cue-role"),
  Word: hashWord("word"),
  AskedWord: hashWord("asked"),
  Shape: hashWord("shape"),
  Before: hashWord("before"),
  After: hashWord("after"),
  Heading: hashWord("heading"),
  HeadingWord: hashWord("heading-word"),
  Previous: hashWord("previous"),
  PreviousWord: hashWord("previous-word"),
} as const;

/** What the model knows about a passage; `names` gets a name for each feature. */
export function featuresOf(passage: Passage, setting: Setting, names?: string[]): Features {
  const features: Features = { hashes: [], ends: [], values: [], names };
  addCues(features, passage, setting.reading.role);
  addShape(features, passage, setting);
  endGroup(features, 1);
  addWords(features, passage);
  addSkeleton(features, passage);
  addContext(features, passage, setting);
  return features;
}

/** All features since the end of the group before count so much. */
function endGroup({ hashes, ends, values }: Features, value: number): void {
  ends.push(hashes.length);
  values.push(value);
}

function groupSize({ hashes, ends }: Features): number {
  return hashes.length - (ends[ends.length - 1] ?? 0);
}

function add({ hashes, names }: Features, hash: number, name: string | undefined): void {
  hashes.push(hash);
  names?.push(name ?? "");
}

/** The distinct (cue, modality) pairs of a passage, as cue × 5 + modality. */
function cueCodes({ sentences }: Passage): number[] {
  const codes: number[] = [];
  for (let s = 0; s < sentences.length; s++) {
    const { hits, modalities } = sentences[s] as Sentence;
    for (let i = 0; i < hits.length; i++) {
      const code = (hits[i] as CueHit).cue * MODALITIES + (modalities[i] as number);
      if (!codes.includes(code)) codes.push(code);
    }
  }
  return codes;
}

function cueName(code: number): string {
  const cue = CUES[CUE_NAMES[Math.floor(code / MODALITIES)] ?? "thanks"];
  const modality = MODALITY_NAMES[code % MODALITIES] ?? "";
  return modality === "" ? cue : `${cue} (${modality})`;
}

/** Leaves the group of value 1 open. */
function addCues(features: Features, passage: Passage, role: string): void {
  const { names } = features;
  const byRole = role === "user" ? 1 : 2;
  const codes = cueCodes(passage);
  for (const code of codes) {
    add(features, mix(mix(Kind.CueByRole, code), byRole), names && `${cueName(code)}, by the ${role}`);
  }
  endGroup(features, CUE_BY_ROLE_VALUE);
  for (const code of codes) add(features, mix(Kind.Cue, code), names && cueName(code));
}

function addWords(features: Features, passage: Passage): void {
  for (const sentence of passage.sentences) addSentenceWords(features, sentence);
  const count = groupSize(features);
  endGroup(features, WORD_VALUE / Math.sqrt(Math.max(count, 12)));
}

function addSentenceWords(features: Features, sentence: Sentence): void {
  const { hashes, names } = features;
  const { all, places, quoted } = sentence.tokens;
  const isQuestion = sentence.isQuestion;
  const kind = isQuestion ? Kind.AskedWord : Kind.Word;
  let opening = mix(PAIR, START);
  let pair = mix(opening, START);
  for (let i = 0; i < places.length; i++) {
    const token = places[i] as number;
    const word = all[token] as Word;
    const isQuoted = quoted?.[token] === true;
    const hash = isQuoted ? QUOTED : word.hash;
    const isCjk = word.kind === TokenKind.Cjk;
    if (!isCjk) hashes.push(mix(kind, hash));
    names?.push(...isCjk ? [] : [wordName(all, token, token)]);
    const triple = mix(pair, hash);
    pair = mix(opening, hash);
    if (!isQuestion || isCjk) {
      hashes.push(pair, triple);
      names?.push(wordName(all, token - 1, token), wordName(all, token - 2, token));
    }
    opening = isQuoted ? mix(PAIR, QUOTED) : word.opensPair;
  }
  if (!isQuestion) add(features, mix(opening, END), "");
}

const START = hashWord("\u0002start");
const END = hashWord("\u0002end");
const QUOTED = hashWord("\u0002quoted");

function wordName(all: readonly Word[], from: number, to: number): string {
  return `“${all.slice(Math.max(0, from), to + 1).map(({ text }) => text).join(" ")}”`;
}

/** Small words in their order, content left blank: how a sentence is built, whatever it is about. */
function addSkeleton(features: Features, passage: Passage): void {
  const { hashes, names } = features;
  for (const { tokens: { all }, isQuestion } of passage.sentences) {
    let opening = mix(SKELETON, isQuestion ? Kind.AskedWord : START);
    let before = START;
    let next = mix(SKELETON, START);
    for (let i = 0; i < all.length; i++) {
      const { part, opensPart } = all[i] as Word;
      if (part === CONTENT && before === CONTENT) continue;
      hashes.push(mix(mix(opening, before), part));
      names?.push("");
      opening = next;
      before = part;
      next = opensPart;
    }
  }
  endGroup(features, SKELETON_VALUE / Math.sqrt(Math.max(groupSize(features), 12)));
}

/** Leaves the group of value 1 open. */
function addShape(features: Features, passage: Passage, { reading, previous }: Setting): void {
  const { role, passages } = reading;
  const { sentences } = passage;
  const byRole = role === "user" ? 1 : 2;
  const shape = (code: number, name: string) =>
    add(features, mix(Kind.Shape, code * 4 + byRole), features.names && `${name}, by the ${role}`);
  let length = 0;
  let questions = 0;
  for (const { tokens, isQuestion } of sentences) {
    length += tokens.places.length;
    if (isQuestion) questions++;
  }
  shape(1, "speaker");
  shape(10 + Math.min(6, Math.floor(Math.log2(length + 1))), "length");
  shape(40 + Math.min(4, Math.floor(Math.log2(passages.length + 1))), "size of the message");
  if (questions > 0) shape(50, "a question");
  if (questions === sentences.length) shape(51, "nothing but questions");
  if (previous.passages.length === 0) shape(52, "nothing said before");
  else if (previous.role === role) shape(54, "the same speaker before");
  const kinds = kindsIn(sentences);
  if ((kinds & (1 << TokenKind.Number)) !== 0) shape(55, "a number");
  if ((kinds & (1 << TokenKind.Code | 1 << TokenKind.Name)) !== 0) shape(56, "a name in code");
  const echo = echoOf(passage, previous);
  if (echo > 0) shape(echo === 1 ? 57 : 58, "words of the message before");
}

/** The kinds of the tokens, a bit for each. */
function kindsIn(sentences: readonly Sentence[]): number {
  let kinds = 0;
  for (const { tokens: { all } } of sentences) {
    for (let i = 0; i < all.length; i++) kinds |= 1 << (all[i] as Word).kind;
  }
  return kinds;
}

/** Whether the passage takes up words of the end of the message before: 0 no, 1 some, 2 mostly. */
function echoOf(passage: Passage, previous: Reading): number {
  const said = endWords(previous);
  if (said.size === 0) return 0;
  const own = new Set<string>();
  addContent(passage, own);
  let shared = 0;
  for (const word of own) if (said.has(word)) shared++;
  if (shared === 0) return 0;
  return shared * 2 >= own.size ? 2 : 1;
}

const wordsAtEnd = new WeakMap<Reading, ReadonlySet<string>>();

/** The words of the end of a message that carry its subject; every passage behind it asks for the same. */
function endWords(reading: Reading): ReadonlySet<string> {
  const known = wordsAtEnd.get(reading);
  if (known !== undefined) return known;
  const words = new Set<string>();
  for (const passage of reading.passages.slice(-4)) addContent(passage, words);
  wordsAtEnd.set(reading, words);
  return words;
}

function addContent(passage: Passage, words: Set<string>): void {
  for (const { tokens: { all } } of passage.sentences) {
    for (let i = 0; i < all.length; i++) {
      const { kind, traits, text } = all[i] as Word;
      if (kind === TokenKind.Word && (traits & Trait.Small) === 0) words.add(text);
    }
  }
}

/** What stands around: the passages beside it, its heading, and the end of the message before. */
function addContext(features: Features, passage: Passage, { reading, previous }: Setting): void {
  const { names } = features;
  addCuesOf(features, Kind.Before, reading.passages[passage.index - 1], "just before");
  addCuesOf(features, Kind.After, reading.passages[passage.index + 1], "just after");
  addCuesOf(features, Kind.Heading, passage.heading, "in the heading");
  const last = previous.passages[previous.passages.length - 1];
  const kind = mix(Kind.Previous, previous.role === reading.role ? 1 : 2);
  addCuesOf(features, kind, last, "in the message before");
  const sentence = last?.sentences[last.sentences.length - 1];
  if (sentence?.isQuestion === true) add(features, mix(kind, 0x7fff), names && "after a question");
  endGroup(features, CONTEXT_VALUE);
  addHeadingWords(features, passage.heading);
  endGroup(features, HEADING_WORD_VALUE);
  if (sentence !== undefined) addSmallWords(features, sentence, mix(Kind.PreviousWord, kind));
  endGroup(features, PREVIOUS_WORD_VALUE);
}

function addHeadingWords(features: Features, heading: Passage | undefined): void {
  const sentence = heading?.sentences[0];
  if (sentence === undefined) return;
  const { all, places } = sentence.tokens;
  for (const token of places) add(features, mix(Kind.HeadingWord, (all[token] as Word).hash), "");
}

function addSmallWords(features: Features, { tokens: { all } }: Sentence, kind: number): void {
  for (let i = 0; i < all.length; i++) {
    const { traits, hash } = all[i] as Word;
    if ((traits & Trait.Small) !== 0) add(features, mix(kind, hash), "");
  }
}

function addCuesOf(features: Features, kind: number, passage: Passage | undefined, where: string): void {
  if (passage === undefined) return;
  for (const code of cueCodes(passage)) {
    add(features, mix(kind, code), features.names && `${cueName(code)}, ${where}`);
  }
}
