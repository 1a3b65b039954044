import { TokenKind } from "./token_kind.ts";
import { learnWord, type Word } from "./word.ts";

/** A sentence cut into tokens: words, and all else that carries meaning. */
export interface Tokens {
  readonly all: readonly Word[];
  /** Where in `all` those stand that are no marks. */
  readonly places: readonly number[];
  /** For each token whether it stands within quotation marks; absent where nothing does. */
  readonly quoted: readonly boolean[] | undefined;
}

/** Every script with blanks between words. */
const LETTER = "A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u1fff";
const JOINER = "['\\u2019]";

/**
 * One token after the other, found by the engine's own loop. Names are words with signs within (`a.b`, `a/b`, `a::b`,
 * `f()`); `l'api` is two words, `don't` and `we'll` are one; scripts without blanks give one token for each sign.
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

/** Cuts a sentence into tokens; any text is one. */
export function tokenize(sentence: string): Tokens {
  const parts = sentence.match(TOKEN);
  const all: Word[] = [];
  const places: number[] = [];
  if (parts === null) return { all, places, quoted: undefined };
  let hasQuotes = false;
  for (let i = 0; i < parts.length; i++) {
    const word = learnWord(parts[i] as string);
    if (word.kind === TokenKind.Quote) {
      hasQuotes = true;
      break;
    }
    if (word.kind !== TokenKind.Mark) places.push(i);
    all.push(word);
  }
  return hasQuotes ? tokenizeQuoting(parts) : { all, places, quoted: undefined };
}

/** Farther apart, two marks are of different quotations. */
const LONGEST_QUOTE = 80;

function tokenizeQuoting(parts: readonly string[]): Tokens {
  const all: Word[] = [];
  const places: number[] = [];
  const quoted: boolean[] = [];
  let isQuoted = false;
  for (let i = 0; i < parts.length; i++) {
    const word = learnWord(parts[i] as string);
    if (word.kind === TokenKind.Quote) {
      isQuoted = !isQuoted && opensQuote(parts, i);
      continue;
    }
    if (word.kind !== TokenKind.Mark) places.push(all.length);
    all.push(word);
    quoted.push(isQuoted);
  }
  return { all, places, quoted };
}

/** An opening mark quotes only when its closing one follows. */
function opensQuote(parts: readonly string[], at: number): boolean {
  const open = parts[at] as string;
  const end = parts.indexOf(CLOSING[open] ?? open, at + 1);
  return end !== -1 && end - at < LONGEST_QUOTE;
}

const CLOSING: Readonly<Record<string, string>> = {
  "「": "」",
  "『": "』",
  "«": "»",
  "»": "«",
  "„": "\u201d",
  "\u201c": "\u201d",
};
