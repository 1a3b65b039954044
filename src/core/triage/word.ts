import { type Entry, entryOf } from "./cue_index.ts";
import { CONTENT, hashWord, mix, PAIR, SKELETON } from "./hash_word.ts";
import { englishCues } from "./languages.ts";
import { TokenKind } from "./token_kind.ts";
import { Trait, traitsOf, type WordTraits } from "./word_traits.ts";

/** A token and all that is known of it whatever stands around it. */
export interface Word extends WordTraits {
  /** Lower case. */
  readonly text: string;
  /** As it stands in phrases; empty for what stands in none. */
  readonly form: string;
  readonly kind: TokenKind;
  readonly hash: number;
  /** The hash of a pair that begins with it, but for the other word. */
  readonly opensPair: number;
  /** How it stands in the skeleton of a sentence: as it is, or blank where it carries a subject. */
  readonly part: number;
  /** The hash of a part of a skeleton that begins with it, but for the rest. */
  readonly opensPart: number;
  /** The English phrases that begin with it. */
  readonly english: Entry | undefined;
}

/** Whether it says what a sentence is about; code does, too, under its own sign. */
export function carriesSubject({ kind, traits }: Word): boolean {
  return kind === TokenKind.Name || (kind === TokenKind.Word && (traits & Trait.Small) === 0);
}

const HASHES: Readonly<Partial<Record<TokenKind, number>>> = {
  [TokenKind.Code]: hashWord("\u0001code"),
  [TokenKind.Number]: hashWord("\u0001number"),
  [TokenKind.Name]: hashWord("\u0001name"),
};

/** A text has few words, each of them often: each is looked up, hashed and held against the tables once. */
const known = new Map<string, Word>();
/** More than any conversation has; only a process that reads thousands of them gets there. */
const MOST_KNOWN = 20_000;

/** What is known of a token, which `TOKEN` has cut out of a text. */
export function learnWord(written: string): Word {
  const old = known.get(written);
  if (old !== undefined) return old;
  if (known.size >= MOST_KNOWN) known.clear();
  const word = wordOf(written);
  known.set(written, word);
  return word;
}

function wordOf(written: string): Word {
  const lower = written.toLowerCase();
  const text = lower.includes("\u2019") ? lower.replaceAll("\u2019", "'") : lower;
  const kind = kindOf(written);
  const form = kind === TokenKind.Word || kind === TokenKind.Cjk
    ? text
    : kind === TokenKind.Number
    ? "#"
    : "";
  const hash = HASHES[kind] ?? hashWord(text);
  const { traits, languages } = traitsOf(kind === TokenKind.Word ? text : "");
  const isBlank = kind === TokenKind.Cjk || (kind === TokenKind.Word && (traits & Trait.Small) === 0);
  const part = isBlank ? CONTENT : hash;
  return {
    text,
    form,
    kind,
    hash,
    opensPair: mix(PAIR, hash),
    part,
    opensPart: mix(SKELETON, part),
    traits,
    languages,
    english: form === "" ? undefined : entryOf(englishCues(), form),
  };
}

const QUOTES = '"\u201c\u201d\u201e\xab\xbb\u300c\u300d\u300e\u300f';

function kindOf(written: string): TokenKind {
  const unit = written.charCodeAt(0);
  if (unit === 0x60) return TokenKind.Code;
  if (unit >= 0x30 && unit <= 0x39) return TokenKind.Number;
  if (unit >= 0x3041 && unit < 0xd7b0) return TokenKind.Cjk;
  const isLetter = (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a || unit === 0x5f ||
    (unit >= 0xc0 && unit < 0x2000 && unit !== 0xd7 && unit !== 0xf7);
  if (!isLetter) return QUOTES.includes(written) ? TokenKind.Quote : TokenKind.Mark;
  return /[_\d./@\\:(]|[a-z][A-Z]/.test(written) ? TokenKind.Name : TokenKind.Word;
}
