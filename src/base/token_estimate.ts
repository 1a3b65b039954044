// Estimates how many tokens of a model a text takes, for the budgets of what mneme shows.
import { FIRST_EAST_ASIAN, HANGUL, isIn } from "./scripts.ts";

/** Kinds of characters. A sign is any other printable ASCII character. */
const [BLANK, LINE, SIGN, DIGIT, CAPITAL, SMALL, OTHER] = [0, 1, 2, 3, 4, 5, 6];

const KINDS = Array.from({ length: 128 }, (_, unit) => {
  if (unit === 0x0a) return LINE;
  if (unit <= 0x20) return BLANK;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit >= 0x41 && unit <= 0x5a) return CAPITAL;
  return unit >= 0x61 && unit <= 0x7a ? SMALL : SIGN;
});

const VOWELS = "aeiouyAEIOUY";

/**
 * Estimates the tokens of a text: words, humps of `camelCase`, groups of three digits, punctuation, indentations.
 * Weights are fitted so that the estimate is at least 90 % of the tokenizer o200k_base's count
 * (docs/decisions/context.md). One loop, because compiling a pattern or several functions takes V8 milliseconds.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let last = OTHER;
  let run = 0; // the number of characters of one kind, or of letters of one word
  let consonants = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = KINDS[unit] ?? OTHER;
    if (kind === CAPITAL || kind === SMALL) {
      const isSameHump = kind === CAPITAL
        ? last === CAPITAL
        : last === SMALL || (last === CAPITAL && run === 1);
      if (isSameHump) run++;
      else {
        tokens += last === SIGN && run === 1 ? 0.3 : 1; // tokens mostly join a single sign and the next word
        [run, consonants] = [1, 0];
      }
      if (run > 3) tokens += 0.1; // tokenizers split long words
      consonants = VOWELS.includes(text.charAt(at)) ? 0 : consonants + 1;
      if (consonants === 4) [tokens, consonants] = [tokens + 0.8, 0]; // tokenizers split unpronounceable words into pairs
    } else {
      run = kind === last ? run + 1 : 1;
      if (kind === OTHER) tokens += tokensPerUnit(unit);
      else if (kind === DIGIT) tokens += run % 3 === 1 ? 1 : 0;
      else if (kind === SIGN) tokens += run === 1 ? 1 : run === 2 ? 0.2 : 0.55;
      else if (kind === LINE) tokens += run === 1 && last !== SIGN ? 1 : 0;
      else if (run === 2) tokens += 1;
    }
    last = kind;
  }
  return Math.ceil(tokens);
}

/** The share of a token budget that is filled, as an estimate may be too low by 10 %. */
export const FILLED_SHARE = 0.9;

function tokensPerUnit(unit: number): number {
  if (unit < 0x300) return 0.9; // an accented letter is mostly a token of its own
  if (unit < FIRST_EAST_ASIAN) return 0.3;
  if (isIn(unit, HANGUL)) return 0.7;
  return unit >= 0xd800 && unit <= 0xdfff ? 1.5 : 0.76;
}
