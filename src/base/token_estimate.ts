// Estimates how many tokens of a model a text takes, for the budgets of what mneme shows.
import { FIRST_EAST_ASIAN, HANGUL, isIn } from "./scripts.ts";

/** Matches about one token of ASCII text: a hump of `camelCase`, a pair in a run of consonants, three digits. */
const TOKEN =
  /[A-Z]?(?:(?![b-df-hj-np-tv-xz]{4})[a-z]){1,8}|[b-df-hj-np-tv-xz]{2}|[A-Z]{1,3}|\d{1,3}|[^\w\s\u0080-\uffff]{1,3}|[·…_]|\n\s*|  +/g;
const NOT_ASCII = /[^\0-\x7f·…]/g; // `TOKEN` counts these two

/**
 * Estimates the tokens of a text. The pattern and the weights are fitted to the tokenizer o200k_base: for English, code
 * and Chinese, it gives at least 90 % of its count (docs/decisions/context.md). V8 takes five times as long for a
 * loop over the text.
 */
export function estimateTokens(text: string): number {
  let tokens = text.match(TOKEN)?.length ?? 0;
  for (const unit of text.match(NOT_ASCII) ?? []) tokens += tokensPerUnit(unit.charCodeAt(0));
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
