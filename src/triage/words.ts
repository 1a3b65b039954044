import { isCjk } from "../base/scripts.ts";
import chinese from "./cues/chinese.json" with { type: "json" };
import english from "./cues/english.json" with { type: "json" };
import french from "./cues/french.json" with { type: "json" };
import german from "./cues/german.json" with { type: "json" };
import italian from "./cues/italian.json" with { type: "json" };
import japanese from "./cues/japanese.json" with { type: "json" };
import korean from "./cues/korean.json" with { type: "json" };
import type { Language, LanguageCode } from "./cues/language.ts";
import polish from "./cues/polish.json" with { type: "json" };
import portuguese from "./cues/portuguese.json" with { type: "json" };
import russian from "./cues/russian.json" with { type: "json" };
import spanish from "./cues/spanish.json" with { type: "json" };

/** English first: whoever writes another language writes some English, too. */
export const LANGUAGES: readonly Language[] = [
  ...[english, japanese, chinese, korean, spanish, portuguese, french, german, russian, italian, polish],
];

/** The kinds of tokens; `Cjk` is one sign of a script without blanks. */
export const TokenKind = { Word: 0, Number: 1, Code: 2, Name: 3, Mark: 4, Cjk: 5, Quote: 6 } as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** The roles of a word in a sentence, as bits, by their names in the tables; a word may have several. */
export const TRAITS = {
  /** It carries grammar rather than a subject. */
  small: 1,
  negates: 2,
  supposes: 4,
  /** It supposes only what stands right behind it. */
  weakens: 8,
  asks: 16,
  auxiliary: 32,
  subject: 64,
} as const;

/** A token, with all that is known of it without its neighbours. */
export interface Word {
  /** Lower case. */
  readonly text: string;
  /** The form by which phrases find it; empty for tokens that stand in no phrase. */
  readonly form: string;
  readonly kind: TokenKind;
  /** A sum of `TRAITS`. */
  readonly traits: number;
  /** The languages but English in which it is a small word. */
  readonly languages: readonly LanguageCode[];
}

interface Grammar {
  traits: number;
  readonly languages: LanguageCode[];
}

const GRAMMAR = grammarOf(LANGUAGES);
const NO_GRAMMAR: Grammar = { traits: 0, languages: [] };

function grammarOf(languages: readonly Language[]): ReadonlyMap<string, Grammar> {
  const words = new Map<string, Grammar>();
  for (const { code, grammar } of languages) {
    for (const [trait, list] of Object.entries(grammar)) {
      for (const word of list.split(" ")) {
        const known = words.get(word) ?? { traits: 0, languages: [] };
        known.traits |= TRAITS[trait as keyof typeof TRAITS];
        if (trait === "small" && code !== "en") known.languages.push(code as LanguageCode);
        words.set(word, known);
      }
    }
  }
  return words;
}

/** Tells whether a word carries the subject of a sentence. Code does so, too, but is no such word. */
export function carriesSubject({ kind, traits }: Word): boolean {
  return kind === TokenKind.Name || (kind === TokenKind.Word && (traits & TRAITS.small) === 0);
}

/** A sentence cut into tokens: words, and all else that carries meaning. */
export interface Tokens {
  readonly all: readonly Word[];
  /** The indexes in `all` of tokens that are no punctuation. */
  readonly places: readonly number[];
  /** For each token whether it stands within quotation marks; absent where nothing does. */
  readonly quoted: readonly boolean[] | undefined;
}

/** The letters of every script with blanks between words. */
const LETTER = "A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u1fff";
const JOINER = "['\\u2019]";

/**
 * Matches a token. Names are words with signs within (`a.b`, `a/b`, `a::b`, `f()`); `l'api` is two words,
 * `don't` and `we'll` are one; scripts without blanks give one token for each sign.
 */
const TOKEN = new RegExp(
  [
    `[${LETTER}](?:[${LETTER}\\d]|${JOINER}(?=[${LETTER}])(?![${LETTER}]{3})|[./@\\\\][${LETTER}\\d]|::|\\(\\))*` +
    `(?:${JOINER}(?=[${LETTER}]{3}))?`,
    `\\d(?:[\\d${LETTER}]|[.,:](?=\\d))*`,
    "`[^`]*`",
    `[^\\0-\\x20\\s${LETTER}\\d'\\u2019\`]`,
  ].join("|"),
  "g",
);

/** The most tokens between two marks of one quotation. */
const LONGEST_QUOTE = 80;
const QUOTES = '"\u201c\u201d\u201e\xab\xbb\u300c\u300d\u300e\u300f';
const CLOSING: Readonly<Record<string, string>> = {
  ...{ "「": "」", "『": "』", "«": "»", "»": "«", "„": "\u201d", "\u201c": "\u201d" },
};

/** Cuts any text into tokens. Quotation marks are no tokens, but those between them count as quoted. */
export function tokenize(sentence: string): Tokens {
  const parts = sentence.match(TOKEN) ?? [];
  const all: Word[] = [];
  const places: number[] = [];
  const quoted: boolean[] = [];
  let isQuoted = false;
  for (let i = 0; i < parts.length; i++) {
    const word = wordOf(parts[i]!);
    if (word.kind === TokenKind.Quote) {
      isQuoted = !isQuoted && opensQuote(parts, i);
      continue;
    }
    if (word.kind !== TokenKind.Mark) places.push(all.length);
    all.push(word);
    quoted.push(isQuoted);
  }
  return { all, places, quoted: quoted.includes(true) ? quoted : undefined };
}

/** An opening mark quotes only when its closing one follows. */
function opensQuote(parts: readonly string[], at: number): boolean {
  const open = parts[at] ?? "";
  const end = parts.indexOf(CLOSING[open] ?? open, at + 1);
  return end !== -1 && end - at < LONGEST_QUOTE;
}

/** A cache, as a text has few words, each of them often. */
const known = new Map<string, Word>();
/** More than any conversation has; only a process that reads thousands of them gets there. */
export const MOST_KNOWN = 20_000;

function wordOf(written: string): Word {
  let word = known.get(written);
  if (word === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    word = makeWord(written);
    known.set(written, word);
  }
  return word;
}

function makeWord(written: string): Word {
  const text = written.toLowerCase().replaceAll("\u2019", "'");
  const kind = kindOf(written);
  const isPlain = kind === TokenKind.Word || kind === TokenKind.Cjk;
  const form = isPlain ? text : kind === TokenKind.Number ? "#" : "";
  const { traits, languages } = kind === TokenKind.Word ? GRAMMAR.get(text) ?? NO_GRAMMAR : NO_GRAMMAR;
  return { text, form, kind, traits, languages };
}

function kindOf(written: string): TokenKind {
  const unit = written.charCodeAt(0);
  if (unit === 0x60) return TokenKind.Code;
  if (unit >= 0x30 && unit <= 0x39) return TokenKind.Number;
  if (isCjk(unit)) return TokenKind.Cjk;
  const isLetter = (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a || unit === 0x5f ||
    (unit >= 0xc0 && unit < 0x2000 && unit !== 0xd7 && unit !== 0xf7);
  if (!isLetter) return QUOTES.includes(written) ? TokenKind.Quote : TokenKind.Mark;
  return /[_\d./@\\:(]|[a-z][A-Z]/.test(written) ? TokenKind.Name : TokenKind.Word;
}
