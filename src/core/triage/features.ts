import { CUE_NAMES } from "./cue_index.ts";
import { CUES } from "./cues/cue_names.ts";
import { isSmallWord } from "./languages.ts";
import { MODALITY_NAMES } from "./modality.ts";
import type { Passage, Reading, Sentence } from "./read_message.ts";
import { hashWord, TokenKind } from "./tokens.ts";

/** Sparse features: hashed names and their values, in parallel. Names are kept only where somebody asks why. */
export interface Features {
  readonly hashes: number[];
  readonly values: number[];
  readonly names: string[] | undefined;
}

/** Where a passage stands: in its message, and after which one. */
export interface Setting {
  readonly reading: Reading;
  /** The message before it that holds text. */
  readonly previous: Reading;
}

const CUE_VALUE = 1;
const WORD_VALUE = 3.2;
const CONTEXT_VALUE = 0.5;
const SKELETON_VALUE = 1;
const MODALITIES = 5;

const Kind = {
  Cue: hashWord("cue"),
  CueByRole: hashWord("cue-role"),
  Word: hashWord("word"),
  Bigram: hashWord("bigram"),
  AskedWord: hashWord("asked"),
  Skeleton: hashWord("skeleton"),
  Shape: hashWord("shape"),
  Before: hashWord("before"),
  After: hashWord("after"),
  Heading: hashWord("heading"),
  HeadingWord: hashWord("heading-word"),
  Previous: hashWord("previous"),
  PreviousWord: hashWord("previous-word"),
} as const;

/** What the model knows about a passage. */
export function featuresOf(passage: Passage, setting: Setting, names?: string[]): Features {
  const features: Features = { hashes: [], values: [], names };
  addCues(features, passage, setting.reading.role);
  addWords(features, passage);
  addSkeleton(features, passage);
  addShape(features, passage, setting);
  addContext(features, passage, setting);
  return features;
}

function mix(a: number, b: number): number {
  let h = Math.imul(a ^ (b >>> 15), 0x2c1b3c6d) ^ Math.imul(b, 0x297a2d39);
  h ^= h >>> 12;
  return Math.imul(h, 0x165667b1) ^ (h >>> 15);
}

function add(features: Features, hash: number, value: number): void {
  features.hashes.push(hash);
  features.values.push(value);
  if (features.names !== undefined) features.names.push("");
}

function nameLast(features: Features, name: string): void {
  if (features.names !== undefined) features.names[features.names.length - 1] = name;
}

/** The distinct (cue, modality) pairs of a passage, as cue × 5 + modality. */
export function cueCodes(passage: Passage): number[] {
  const codes: number[] = [];
  for (const sentence of passage.sentences) {
    for (let i = 0; i < sentence.hits.length; i++) {
      const code = (sentence.hits[i]?.cue ?? 0) * MODALITIES + (sentence.modalities[i] ?? 0);
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

function addCues(features: Features, passage: Passage, role: string): void {
  const codes = cueCodes(passage);
  const byRole = role === "user" ? 1 : 2;
  for (const code of codes) {
    add(features, mix(Kind.Cue, code), CUE_VALUE);
    if (features.names !== undefined) nameLast(features, cueName(code));
    add(features, mix(mix(Kind.CueByRole, code), byRole), CUE_VALUE * 0.7);
    if (features.names !== undefined) nameLast(features, `${cueName(code)}, by the ${role}`);
  }
}

function addWords(features: Features, passage: Passage): void {
  const start = features.values.length;
  for (const sentence of passage.sentences) addSentenceWords(features, sentence);
  const count = features.values.length - start;
  if (count === 0) return;
  const value = WORD_VALUE / Math.sqrt(Math.max(count, 12));
  for (let i = start; i < features.values.length; i++) features.values[i] = value;
}

function addSentenceWords(features: Features, sentence: Sentence): void {
  const { tokens, places } = sentence;
  const kind = sentence.isQuestion ? Kind.AskedWord : Kind.Word;
  let before = START;
  let beforeThat = START;
  for (const token of places) {
    const hash = tokens.quoted[token] === 1 ? QUOTED : tokens.hashes[token] as number;
    const isCjk = tokens.kinds[token] === TokenKind.Cjk;
    if (!isCjk) {
      add(features, mix(kind, hash), 1);
      if (features.names !== undefined) nameLast(features, wordName(sentence, token, token));
    }
    if (!sentence.isQuestion || isCjk) {
      add(features, mix(mix(Kind.Bigram, before), hash), 1);
      if (features.names !== undefined) nameLast(features, wordName(sentence, token - 1, token));
      add(features, mix(mix(mix(Kind.Bigram, beforeThat), before), hash), 1);
      if (features.names !== undefined) nameLast(features, wordName(sentence, token - 2, token));
    }
    beforeThat = before;
    before = hash;
  }
  if (!sentence.isQuestion) add(features, mix(mix(Kind.Bigram, before), END), 1);
}

const START = hashWord("\u0002start");
const END = hashWord("\u0002end");
const QUOTED = hashWord("\u0002quoted");
const CONTENT = hashWord("\u0002content");

function wordName(sentence: Sentence, from: number, to: number): string {
  const { tokens } = sentence;
  return `“${tokens.text.slice(tokens.starts[Math.max(0, from)] ?? 0, tokens.ends[to])}”`;
}

/** Small words in their order, content left blank: how a sentence is built, whatever it is about. */
function addSkeleton(features: Features, passage: Passage): void {
  const start = features.values.length;
  for (const sentence of passage.sentences) {
    const { tokens } = sentence;
    let second = sentence.isQuestion ? Kind.AskedWord : START;
    let third = START;
    for (let i = 0; i < tokens.hashes.length; i++) {
      const part = skeletonPart(tokens.kinds[i] as number, tokens.hashes[i] as number);
      if (part === CONTENT && third === CONTENT) continue;
      add(features, mix(mix(mix(Kind.Skeleton, second), third), part), 1);
      second = third;
      third = part;
    }
  }
  const count = features.values.length - start;
  const value = SKELETON_VALUE / Math.sqrt(Math.max(count, 12));
  for (let i = start; i < features.values.length; i++) features.values[i] = value;
}

function skeletonPart(kind: number, hash: number): number {
  if (kind !== TokenKind.Word) return kind === TokenKind.Cjk ? CONTENT : hash;
  return isSmallWord(hash) ? hash : CONTENT;
}

function addShape(features: Features, passage: Passage, { reading, previous }: Setting): void {
  const byRole = reading.role === "user" ? 1 : 2;
  const shape = (code: number, name: string) => {
    add(features, mix(Kind.Shape, code * 4 + byRole), 1);
    if (features.names !== undefined) nameLast(features, `${name}, by the ${reading.role}`);
  };
  const length = passage.sentences.reduce((sum, sentence) => sum + sentence.places.length, 0);
  shape(1, "speaker");
  shape(10 + Math.min(6, Math.floor(Math.log2(length + 1))), "length");
  shape(passage.kind === "prose" ? 20 : passage.kind === "item" ? 21 : 22, `a ${passage.kind}`);
  shape(30 + Math.min(3, passage.index), "place in the message");
  if (passage.index === reading.passages.length - 1) shape(35, "end of the message");
  shape(40 + Math.min(4, Math.floor(Math.log2(reading.passages.length + 1))), "size of the message");
  if (passage.sentences.some((sentence) => sentence.isQuestion)) shape(50, "a question");
  if (passage.sentences.every((sentence) => sentence.isQuestion)) shape(51, "nothing but questions");
  if (previous.passages.length === 0) shape(52, "nothing said before");
  if (previous.role === reading.role && previous.passages.length > 0) shape(54, "the same speaker before");
  if (hasKind(passage, TokenKind.Number)) shape(55, "a number");
  if (hasKind(passage, TokenKind.Code) || hasKind(passage, TokenKind.Name)) shape(56, "a name in code");
  const echo = echoOf(passage, previous);
  if (echo > 0) shape(echo === 1 ? 57 : 58, "words of the message before");
}

function hasKind(passage: Passage, kind: number): boolean {
  return passage.sentences.some((sentence) => sentence.tokens.kinds.includes(kind as never));
}

/** Whether the passage takes up words of the end of the message before: 0 no, 1 some, 2 mostly. */
function echoOf(passage: Passage, previous: Reading): number {
  const said = new Set<number>();
  for (const earlier of previous.passages.slice(-4)) collectContent(earlier, said);
  if (said.size === 0) return 0;
  const own = new Set<number>();
  collectContent(passage, own);
  let shared = 0;
  for (const hash of own) if (said.has(hash)) shared++;
  if (shared === 0) return 0;
  return shared * 2 >= own.size ? 2 : 1;
}

function collectContent(passage: Passage, into: Set<number>): void {
  for (const { tokens, places } of passage.sentences) {
    for (const token of places) {
      const hash = tokens.hashes[token] as number;
      if (tokens.kinds[token] === TokenKind.Word && !isSmallWord(hash)) into.add(hash);
    }
  }
}

/** What stands around: the passages beside it, its heading, and the end of the message before. */
function addContext(features: Features, passage: Passage, { reading, previous }: Setting): void {
  addCuesOf(features, Kind.Before, reading.passages[passage.index - 1], "just before");
  addCuesOf(features, Kind.After, reading.passages[passage.index + 1], "just after");
  addCuesOf(features, Kind.Heading, passage.heading, "in the heading");
  const heading = passage.heading?.sentences[0];
  if (heading !== undefined) {
    for (const token of heading.places) {
      add(features, mix(Kind.HeadingWord, heading.tokens.hashes[token] as number), 0.3);
    }
  }
  const last = previous.passages[previous.passages.length - 1];
  const kind = mix(Kind.Previous, previous.role === reading.role ? 1 : 2);
  addCuesOf(features, kind, last, "in the message before");
  const sentence = last?.sentences[last.sentences.length - 1];
  if (sentence === undefined) return;
  if (sentence.isQuestion) {
    add(features, mix(kind, 0x7fff), CONTEXT_VALUE);
    if (features.names !== undefined) nameLast(features, "after a question");
  }
  for (const token of sentence.places) {
    const hash = sentence.tokens.hashes[token] as number;
    if (isSmallWord(hash)) add(features, mix(mix(Kind.PreviousWord, kind), hash), 0.2);
  }
}

function addCuesOf(features: Features, kind: number, passage: Passage | undefined, where: string): void {
  if (passage === undefined) return;
  for (const code of cueCodes(passage)) {
    add(features, mix(kind, code), CONTEXT_VALUE);
    if (features.names !== undefined) nameLast(features, `${cueName(code)}, ${where}`);
  }
}
