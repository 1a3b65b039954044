import { CUE_NAMES, type CueName, CUES } from "./cues/language.ts";
import { MODALITY_NAMES, type Passage, type Reading, type Sentence } from "./reading.ts";
import { carriesSubject, hashWord, TokenKind, TRAITS } from "./words.ts";

/** Sparse features: hashed names in groups of one value each. */
export interface Features {
  readonly hashes: number[];
  /** The place in `hashes` at which each group ends, and what each of its features counts. */
  readonly ends: number[];
  readonly values: number[];
}

/** The place of a passage: in its message, and after which one. */
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
/** Fewer words than this count no more for being few. */
const FEW_WORDS = 12;

/** A hash of two. */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ (b >>> 15), 0x2c1b3c6d) ^ Math.imul(b, 0x297a2d39);
  h ^= h >>> 12;
  return Math.imul(h, 0x165667b1) ^ (h >>> 15);
}

const Kind = {
  Cue: hashWord("cue"),
  CueByRole: hashWord("cue-role"),
  Word: hashWord("word"),
  AskedWord: hashWord("asked"),
  Pair: hashWord("bigram"),
  Skeleton: hashWord("skeleton"),
  Shape: hashWord("shape"),
  Before: hashWord("before"),
  After: hashWord("after"),
  Heading: hashWord("heading"),
  HeadingWord: hashWord("heading-word"),
  Previous: hashWord("previous"),
  PreviousWord: hashWord("previous-word"),
  Start: hashWord("\u0002start"),
  End: hashWord("\u0002end"),
  Quoted: hashWord("\u0002quoted"),
  /** Any word that carries a subject. */
  Content: hashWord("\u0002content"),
} as const;

/** All that the model knows about a passage. */
export function featuresOf(passage: Passage, setting: Setting): Features {
  const features: Features = { hashes: [], ends: [], values: [] };
  const group = (hashes: readonly number[], value: number) => {
    for (const hash of hashes) features.hashes.push(hash);
    features.ends.push(features.hashes.length);
    features.values.push(value);
  };
  const evenly = (hashes: readonly number[], value: number) =>
    group(hashes, value / Math.sqrt(Math.max(hashes.length, FEW_WORDS)));
  const { byRole, plain } = cueHashes(passage, setting.reading.role);
  group(byRole, CUE_BY_ROLE_VALUE);
  group([...plain, ...shapeOf(passage, setting)], 1);
  evenly(passage.sentences.flatMap(wordsOf), WORD_VALUE);
  evenly(passage.sentences.flatMap(skeletonOf), SKELETON_VALUE);
  group(cuesAround(passage, setting), CONTEXT_VALUE);
  const heading = passage.heading?.sentences[0]?.tokens;
  group(
    (heading?.places ?? []).map((at) => mix(Kind.HeadingWord, heading!.all[at]!.hash)),
    HEADING_WORD_VALUE,
  );
  group(wordsBefore(setting), PREVIOUS_WORD_VALUE);
  return features;
}

const MODALITIES = MODALITY_NAMES.length;

/** The distinct (cue, modality) pairs of a passage, as cue × modalities + modality. */
function cueCodes(passage: Passage | undefined): number[] {
  const codes = new Set<number>();
  for (const { hits, modalities } of passage?.sentences ?? []) {
    for (const [i, { cue }] of hits.entries()) codes.add(cue * MODALITIES + modalities[i]!);
  }
  return [...codes];
}

function roleCode(role: Reading["role"]): number {
  return role === "user" ? 1 : 2;
}

function cueHashes(
  passage: Passage,
  role: Reading["role"],
): { readonly byRole: readonly number[]; readonly plain: readonly number[] } {
  const codes = cueCodes(passage);
  return {
    byRole: codes.map((code) => mix(mix(Kind.CueByRole, code), roleCode(role))),
    plain: codes.map((code) => mix(Kind.Cue, code)),
  };
}

/** Each cue of a passage by the name that a person reads, and what of the features stands for it. */
export function namedCues(
  passage: Passage,
  role: Reading["role"],
): { readonly name: string; readonly hash: number; readonly value: number }[] {
  const { byRole, plain } = cueHashes(passage, role);
  return cueCodes(passage).flatMap((code, i) => {
    const cue = CUES[CUE_NAMES[Math.floor(code / MODALITIES)] as CueName];
    const modality = MODALITY_NAMES[code % MODALITIES]!;
    const name = modality === "" ? cue : `${cue} (${modality})`;
    return [{ name, hash: byRole[i]!, value: CUE_BY_ROLE_VALUE }, { name, hash: plain[i]!, value: 1 }];
  });
}

/** Words, pairs and pairs with a gap; a question's words have hashes of their own. */
function wordsOf({ tokens: { all, places, quoted }, isQuestion }: Sentence): number[] {
  const hashes: number[] = [];
  const kind = isQuestion ? Kind.AskedWord : Kind.Word;
  let before = Kind.Start;
  let beforeThat = Kind.Start;
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!;
    const hash = quoted?.[at] === true ? Kind.Quoted : all[at]!.hash;
    const isCjk = all[at]!.kind === TokenKind.Cjk;
    if (!isCjk) hashes.push(mix(kind, hash));
    const pair = mix(mix(Kind.Pair, before), hash);
    if (!isQuestion || isCjk) hashes.push(pair, mix(mix(mix(Kind.Pair, beforeThat), before), hash));
    beforeThat = before;
    before = hash;
  }
  if (!isQuestion) hashes.push(mix(mix(Kind.Pair, before), Kind.End));
  return hashes;
}

/** Small words in their order, content left blank: how a sentence is built, whatever it is about. */
function skeletonOf({ tokens: { all }, isQuestion }: Sentence): number[] {
  const hashes: number[] = [];
  let before: number = Kind.Start;
  let beforeThat: number = isQuestion ? Kind.AskedWord : Kind.Start;
  for (let i = 0; i < all.length; i++) {
    const word = all[i]!;
    const isBlank = word.kind === TokenKind.Cjk || (word.kind === TokenKind.Word && carriesSubject(word));
    const part = isBlank ? Kind.Content : word.hash;
    if (isBlank && before === Kind.Content) continue;
    hashes.push(mix(mix(mix(Kind.Skeleton, beforeThat), before), part));
    beforeThat = before;
    before = part;
  }
  return hashes;
}

/** Length, questions, numbers, and who spoke before. */
function shapeOf(passage: Passage, { reading, previous }: Setting): number[] {
  const { role, passages } = reading;
  const { sentences } = passage;
  const length = sentences.reduce((sum, { tokens }) => sum + tokens.places.length, 0);
  const questions = sentences.filter(({ isQuestion }) => isQuestion).length;
  const kinds = new Set(sentences.flatMap(({ tokens: { all } }) => all.map(({ kind }) => kind)));
  const codes = [
    1,
    10 + Math.min(6, Math.floor(Math.log2(length + 1))),
    40 + Math.min(4, Math.floor(Math.log2(passages.length + 1))),
    ...questions > 0 ? [50] : [],
    ...questions === sentences.length ? [51] : [],
    ...previous.passages.length === 0 ? [52] : previous.role === role ? [54] : [],
    ...kinds.has(TokenKind.Number) ? [55] : [],
    ...kinds.has(TokenKind.Code) || kinds.has(TokenKind.Name) ? [56] : [],
  ];
  return codes.map((code) => mix(Kind.Shape, code * 4 + roleCode(role)));
}

/** The cues of the passages beside it, of its heading, and of the end of the message before. */
function cuesAround({ index, heading }: Passage, { reading, previous }: Setting): number[] {
  const last = previous.passages.at(-1);
  const kind = mix(Kind.Previous, previous.role === reading.role ? 1 : 2);
  return [
    ...cueCodes(reading.passages[index - 1]).map((code) => mix(Kind.Before, code)),
    ...cueCodes(reading.passages[index + 1]).map((code) => mix(Kind.After, code)),
    ...cueCodes(heading).map((code) => mix(Kind.Heading, code)),
    ...cueCodes(last).map((code) => mix(kind, code)),
    ...last?.sentences.at(-1)?.isQuestion === true ? [mix(kind, 0x7fff)] : [],
  ];
}

/** The small words of the sentence before. */
function wordsBefore({ reading, previous }: Setting): number[] {
  const kind = mix(Kind.PreviousWord, mix(Kind.Previous, previous.role === reading.role ? 1 : 2));
  const words = previous.passages.at(-1)?.sentences.at(-1)?.tokens.all ?? [];
  return words.filter(({ traits }) => (traits & TRAITS.small) !== 0).map(({ hash }) => mix(kind, hash));
}
