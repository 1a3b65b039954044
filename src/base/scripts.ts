// Ranges of UTF-16 units by script, for words, languages, privacy and estimates of tokens.

export type Range = readonly [first: number, last: number];

export const THAI: Range = [0x0e00, 0x0e7f];
export const HIRAGANA: Range = [0x3041, 0x309f];
export const KANA: Range = [0x3041, 0x30ff];
export const HAN: Range = [0x3400, 0x9fff];
export const HANGUL: Range = [0xac00, 0xd7af];
export const FIRST_EAST_ASIAN = 0x2e80; // the first unit of "CJK Radicals Supplement"
/** From kana to Hangul: what triage reads as letters of these scripts, without 々 and half-width kana. */
const CJK: Range = [HIRAGANA[0], HANGUL[1]];

/**
 * Scripts without blanks between words: Thai, Lao, Burmese, Khmer, Han, kana. Also Hangul, whose words have
 * particles attached, and surrogates, which stand for rare Han and emoji.
 */
const DENSE: readonly Range[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [FIRST_EAST_ASIAN, 0x2fff],
  [0x3005, 0x3007],
  [0x3021, 0xa4cf],
  [0xac00, 0xdfff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
];

/** `DENSE` for a character class of a pattern. */
export const DENSE_CLASS = DENSE.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join("");

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

export function isIn(unit: number, [first, last]: Range): boolean {
  return unit >= first && unit <= last;
}

export function isCjk(unit: number): boolean {
  return isIn(unit, CJK);
}

export function isDense(unit: number): boolean {
  return DENSE.some((range) => isIn(unit, range));
}

/** Returns true if at least `least` units of a text are in these ranges, which must not contain ASCII. */
export function holds(text: string, ranges: readonly Range[], least = 1): boolean {
  let count = 0;
  for (let i = 0; i < text.length && count < least; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80 && ranges.some((range) => isIn(unit, range))) count++;
  }
  return count >= least;
}
