/** What a token is; words and CJK characters carry language, the others stand for what was there. */
export const TokenKind = { Word: 0, Number: 1, Code: 2, Name: 3, Mark: 4, Cjk: 5 } as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** A sentence cut into tokens, as parallel arrays: objects per token would cost a cold process too much. */
export interface Tokens {
  /** Lower case; `starts` and `ends` point into it. */
  readonly text: string;
  readonly hashes: number[];
  /** Hash of the first four characters, by which stems are looked up. */
  readonly stems: number[];
  readonly kinds: TokenKind[];
  readonly starts: number[];
  readonly ends: number[];
  /** 1 where the token stands within quotation marks. */
  readonly quoted: number[];
}

export const HASH_SEED = 0x811c9dc5 | 0;
const CODE_HASH = hashWord("\u0001code");
const NUMBER_HASH = hashWord("\u0001number");
const NAME_HASH = hashWord("\u0001name");

/** FNV-1a over UTF-16 units, from `state` on. */
export function hashUnit(state: number, unit: number): number {
  return Math.imul(state ^ unit, 0x01000193);
}

export function hashWord(word: string): number {
  let state = HASH_SEED;
  for (let i = 0; i < word.length; i++) state = hashUnit(state, word.charCodeAt(i));
  return state;
}

const CHARACTER = { Space: 0, Letter: 1, Digit: 2, Cjk: 3, Tick: 4, Quote: 5, Mark: 6, Joiner: 7 } as const;

function characterClass(unit: number): number {
  if (unit <= 0x20 || unit === 0xa0 || unit === 0x3000) return CHARACTER.Space;
  if (unit < 0x80) return ASCII_CLASS[unit] ?? CHARACTER.Mark;
  if (unit >= 0xc0 && unit < 0x590) return unit === 0xd7 || unit === 0xf7 ? CHARACTER.Mark : CHARACTER.Letter;
  if (unit >= 0x3041 && unit < 0xd7b0) return CHARACTER.Cjk;
  if (unit >= 0x1e00 && unit < 0x2000) return CHARACTER.Letter;
  if (unit === 0x2019) return CHARACTER.Joiner;
  if (unit === 0x201c || unit === 0x201d || unit === 0x201e || unit === 0xab || unit === 0xbb) {
    return CHARACTER.Quote;
  }
  if (unit === 0x300c || unit === 0x300d || unit === 0x300e || unit === 0x300f) return CHARACTER.Quote;
  return CHARACTER.Mark;
}

const ASCII_CLASS: readonly number[] = asciiClasses();

function asciiClasses(): number[] {
  const classes: number[] = [];
  for (let unit = 0; unit < 0x80; unit++) {
    const isLetter = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f;
    if (isLetter) classes.push(CHARACTER.Letter);
    else if (unit >= 0x30 && unit <= 0x39) classes.push(CHARACTER.Digit);
    else if (unit === 0x60) classes.push(CHARACTER.Tick);
    else if (unit === 0x22) classes.push(CHARACTER.Quote);
    else if (unit === 0x27) classes.push(CHARACTER.Joiner);
    else classes.push(unit <= 0x20 ? CHARACTER.Space : CHARACTER.Mark);
  }
  return classes;
}

/** Cuts a sentence into tokens in one pass. */
export function tokenize(sentence: string): Tokens {
  const lower = sentence.toLowerCase();
  const tokens: Tokens = { text: lower, hashes: [], stems: [], kinds: [], starts: [], ends: [], quoted: [] };
  let quoted = 0;
  for (let at = 0; at < lower.length;) {
    const unit = lower.charCodeAt(at);
    const kind = characterClass(unit);
    if (kind === CHARACTER.Space) at++;
    else if (kind === CHARACTER.Letter) at = readWord(tokens, sentence, { at, quoted });
    else if (kind === CHARACTER.Digit) at = readNumber(tokens, at, quoted);
    else if (kind === CHARACTER.Tick) at = readCode(tokens, at, quoted);
    else {
      if (kind === CHARACTER.Quote) quoted = quotedAfter(lower, at, quoted);
      else if (kind === CHARACTER.Cjk) {
        add(tokens, TokenKind.Cjk, hashUnit(HASH_SEED, unit), { at, to: at + 1, quoted });
      } else if (kind === CHARACTER.Mark) {
        add(tokens, TokenKind.Mark, hashUnit(HASH_SEED, unit), { at, to: at + 1, quoted });
      }
      at++;
    }
  }
  return tokens;
}

interface Place {
  readonly at: number;
  readonly to: number;
  readonly quoted: number;
}

function add(tokens: Tokens, kind: TokenKind, hash: number, place: Place): void {
  tokens.kinds.push(kind);
  tokens.hashes.push(hash);
  tokens.stems.push(hash);
  tokens.starts.push(place.at);
  tokens.ends.push(place.to);
  tokens.quoted.push(place.quoted);
}

const LONGEST_QUOTE = 400;

/** An opening mark quotes only when its closing one follows. */
function quotedAfter(text: string, at: number, quoted: number): number {
  if (quoted === 1) return 0;
  const close = closingQuote(text[at] ?? "");
  const end = text.indexOf(close, at + 1);
  return end !== -1 && end - at < LONGEST_QUOTE ? 1 : 0;
}

function closingQuote(open: string): string {
  if (open === "「") return "」";
  if (open === "『") return "』";
  if (open === "«") return "»";
  if (open === "»") return "«";
  if (open === "„") return "\u201d";
  return open === "\u201c" ? "\u201d" : open;
}

function readCode(tokens: Tokens, at: number, quoted: number): number {
  const close = tokens.text.indexOf("`", at + 1);
  if (close === -1) return at + 1;
  add(tokens, TokenKind.Code, CODE_HASH, { at, to: close + 1, quoted });
  return close + 1;
}

function readNumber(tokens: Tokens, at: number, quoted: number): number {
  const text = tokens.text;
  let to = at + 1;
  while (to < text.length) {
    const kind = characterClass(text.charCodeAt(to));
    const isInner = kind === CHARACTER.Digit || kind === CHARACTER.Letter ||
      (".,:".includes(text[to] ?? "") && characterClass(text.charCodeAt(to + 1)) === CHARACTER.Digit);
    if (!isInner) break;
    to++;
  }
  add(tokens, TokenKind.Number, NUMBER_HASH, { at, to, quoted });
  return to;
}

/** Signs that join a word to what follows, when a letter or digit follows: `a.b`, `a/b`, `a::b`. */
function joinsName(text: string, at: number): boolean {
  const sign = text[at];
  if (sign === "." || sign === "/" || sign === "@" || sign === "\\") {
    const next = characterClass(text.charCodeAt(at + 1));
    return next === CHARACTER.Letter || next === CHARACTER.Digit;
  }
  return sign === ":" && text[at + 1] === ":" || sign === "(" && text[at + 1] === ")";
}

function readWord(tokens: Tokens, original: string, from: { at: number; quoted: number }): number {
  const text = tokens.text;
  let to = from.at;
  let hash = HASH_SEED;
  let stem = HASH_SEED;
  let isName = false;
  while (to < text.length) {
    const unit = text.charCodeAt(to);
    if (unit >= 0x61 && unit <= 0x7a) {
      hash = hashUnit(hash, unit);
      if (++to - from.at <= 4) stem = hash;
      continue;
    }
    const kind = characterClass(unit);
    if (kind === CHARACTER.Letter) {
      if (unit === 0x5f) isName = true;
      hash = hashUnit(hash, unit);
    } else if (kind === CHARACTER.Digit) isName = true;
    else if (kind === CHARACTER.Joiner && isInnerApostrophe(text, to)) {
      hash = hashUnit(hash, 0x27);
    } else if (kind === CHARACTER.Mark && joinsName(text, to)) {
      isName = true;
      to++;
    } else break;
    to++;
    if (to - from.at <= 4) stem = hash;
    if (kind === CHARACTER.Joiner && splitsHere(text, to)) break;
  }
  const place = { at: from.at, to, quoted: from.quoted };
  if (isName || isCamel(original, from.at, to)) add(tokens, TokenKind.Name, NAME_HASH, place);
  else {
    add(tokens, TokenKind.Word, hash, place);
    tokens.stems[tokens.stems.length - 1] = stem;
  }
  return to;
}

function isInnerApostrophe(text: string, at: number): boolean {
  return characterClass(text.charCodeAt(at + 1)) === CHARACTER.Letter;
}

/** `l'api` is two words, `don't` and `we'll` are one. */
function splitsHere(text: string, from: number): boolean {
  let to = from;
  while (to - from < 3 && characterClass(text.charCodeAt(to)) === CHARACTER.Letter) to++;
  return to - from >= 3;
}

function isCamel(text: string, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    const unit = text.charCodeAt(i);
    const before = text.charCodeAt(i - 1);
    if (unit >= 0x41 && unit <= 0x5a && before >= 0x61 && before <= 0x7a) return true;
  }
  return false;
}
