// Cuts sentences into tokens, and knows the grammatical role of small words in all languages.
import { cached } from "../base/hash.ts";
import { isCjk } from "../base/scripts.ts";
import { type LanguageCode, LANGUAGES } from "./cues/languages.ts";

/** `Name`: a word with signs, digits or an inner capital, as `a.b` or `isOpen`. `Cjk`: one East Asian character. */
export const TokenKind = { Word: 0, Number: 1, Code: 2, Name: 3, Mark: 4, Cjk: 5, Quote: 6 } as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** The grammatical roles of words, as bits, by their names in the tables of the languages. */
export const TRAITS = {
  /** A function word, which does not say what a sentence is about: "the", "of". */
  small: 1,
  negates: 2,
  supposes: 4, // "if", "suppose"
  /** Marks only the next few words as supposed: "maybe". */
  weakens: 8,
  asks: 16,
  auxiliary: 32,
  subject: 64, // a word that begins a subject: "we", "the"
  finite: 128, // a usual verb with person and tense: "is"
} as const;

export interface Token {
  readonly text: string; // in lower case, with straight apostrophes
  /** The text for comparing with phrases: `#` for a number, "" for a token that is in no phrase. */
  readonly form: string;
  readonly kind: TokenKind;
  readonly traits: number;
  /** The languages in which the token is a small word, without English, which `languageOf` assumes. */
  readonly languages: readonly LanguageCode[];
}

const GRAMMAR = new Map<string, { traits: number; readonly languages: LanguageCode[] }>();
for (const { code, grammar } of LANGUAGES) {
  for (const [trait, list] of Object.entries(grammar)) {
    for (const word of list.split(" ")) {
      const entry = GRAMMAR.getOrInsertComputed(word, () => ({ traits: 0, languages: [] }));
      entry.traits |= TRAITS[trait as keyof typeof TRAITS];
      if (trait === "small" && code !== "en") entry.languages.push(code as LanguageCode);
    }
  }
}

/** Returns true for a token that may say what a sentence is about: a name, or a word that is not small. */
export function isContentWord({ kind, traits }: Token): boolean {
  return kind === TokenKind.Name || (kind === TokenKind.Word && (traits & TRAITS.small) === 0);
}

export interface Tokens {
  readonly all: readonly Token[];
  /** The indexes in `all` of the tokens that are not punctuation. */
  readonly places: readonly number[];
  /** True for each token within quotation marks; `undefined` if there is none. */
  readonly quoted: readonly boolean[] | undefined;
}

/** The letters of scripts with blanks between words, as part of a character class. */
const LETTER = "A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u1fff";
const JOINER = "['\\u2019]";

/** Matches a token. One or two letters after an apostrophe belong to it (`don't`), more do not (`l'homme`). */
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

const LONGEST_QUOTE = 80; // tokens
const QUOTES = '"\u201c\u201d\u201e\xab\xbb\u300c\u300d\u300e\u300f';
/** The closing marks of each opening one (`„` has a German and a Polish one). Other marks close with themselves. */
const CLOSING: Readonly<Record<string, string>> = {
  ...{ "「": "」", "『": "』", "«": "»", "»": "«", "„": "\u201c\u201d", "\u201c": "\u201d" },
};

/** Cuts any text into tokens. Quotation marks become none, but the tokens between two of them count as quoted. */
export function tokenize(sentence: string): Tokens {
  const parts = sentence.match(TOKEN) ?? [];
  const all: Token[] = [];
  const places: number[] = [];
  const quoted: boolean[] = [];
  let isQuoted = false;
  for (let i = 0; i < parts.length; i++) {
    const token = tokenOf(parts[i]!);
    if (token.kind === TokenKind.Quote) {
      const closing = CLOSING[parts[i]!] ?? parts[i]!;
      isQuoted = !isQuoted && parts.slice(i + 1, i + LONGEST_QUOTE).some((part) => closing.includes(part));
      continue;
    }
    if (token.kind !== TokenKind.Mark) places.push(all.length);
    all.push(token);
    quoted.push(isQuoted);
  }
  return { all, places, quoted: quoted.includes(true) ? quoted : undefined };
}

/** Matches "dont" and "isnt", written without their apostrophe. */
const CONTRACTED = /^(do|does|did|ca|wo|is|are|was|were|has|have|had|could|should|would|must)nt$/;

/** A cache, as most words of a conversation are repeated. */
const tokenOf = cached((written): Token => {
  const text = written.toLowerCase().replaceAll("\u2019", "'").replace(CONTRACTED, "$1n't");
  const kind = kindOf(written);
  const isPlain = kind === TokenKind.Word || kind === TokenKind.Cjk;
  const form = isPlain ? text : kind === TokenKind.Number ? "#" : "";
  const { traits = 0, languages = [] } = (kind === TokenKind.Word && GRAMMAR.get(text)) || {};
  return { text, form, kind, traits, languages };
});

function kindOf(written: string): TokenKind {
  const unit = written.charCodeAt(0);
  if (unit === 0x60) return TokenKind.Code; // a backtick
  if (unit >= 0x30 && unit <= 0x39) return TokenKind.Number;
  if (isCjk(unit)) return TokenKind.Cjk;
  const isLetter = (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a || unit === 0x5f ||
    (unit >= 0xc0 && unit < 0x2000 && unit !== 0xd7 && unit !== 0xf7);
  if (!isLetter) return QUOTES.includes(written) ? TokenKind.Quote : TokenKind.Mark;
  return /[_\d./@\\:(]|[a-z][A-Z]/.test(written) ? TokenKind.Name : TokenKind.Word;
}
