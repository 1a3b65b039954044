import { MENTION } from "./privacy_signs.ts";
import { isGenerated } from "./secret_mixture.ts";
import { secretNameKind } from "./secret_names.ts";
import { quotedAt } from "./secret_quotes.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";

/** A telling name with its value beside it: `ENV API_TOKEN …`, `define('DB_PASSWORD', '…')`, `"name": …, "value": …`. */
export const MENTIONS = new RegExp(MENTION.source, "gi");

const MAX_BETWEEN = 120;
const NAME_START = /[\w.$-]*$/;
const LISTED = /^[^\n]*["'] *,[^\n]*$|value|\(\\*["'`]$/i;
const VALUE = /[\w!#$%&*+./:=?@^~-]{8,256}/y;
const OPEN_QUOTE = /\\*["']$/;
const STOPS = /[.:!?]+$/;
const HEX = /^(?=.*\d)[\da-f]{32,64}$/;
/** What stands in lists of names. */
const SNAKE_CASE = /^[a-z]+(?:_[a-z\d]+)+$/;

/** What stands beside the name of a match of MENTIONS, if it is a secret. */
export function mentionedSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const [whole, name = "", blanks] = hit;
  const start = hit.index + whole.length;
  const between = whole.slice(name.length);
  if (between.length > MAX_BETWEEN || (blanks === undefined && !LISTED.test(between))) return undefined;
  const before = NAME_START.exec(text.slice(Math.max(0, hit.index - 60), hit.index))?.[0] ?? "";
  const kind = secretNameKind(before + name);
  const isMarker = text[hit.index - 1] === ":" && between[0] === "]";
  if (kind === undefined || isMarker) return undefined;
  const quote = blanks === undefined ? OPEN_QUOTE.exec(between)?.[0] : undefined;
  const value = (quote && quotedAt(text, start, quote)) ??
    (matchAt(VALUE, text, start)?.[0] ?? "").replace(STOPS, "");
  const isSecret = blanks === undefined
    ? /\d/.test(value) && !SNAKE_CASE.test(value) && isSecretValue(value, kind, "quoted")
    : SAID_NAME.test(name) && isSaidPassword(value, blanks, text[start + value.length + 1])
    ? isSecretValue(value, kind, "quoted")
    : (isGenerated(value) || (kind === "key" && HEX.test(value)) ||
      isTold(text, start + value.length, hit)) && isSecretValue(value, kind, "bare");
  return isSecret ? { start, end: start + value.length, kind } : undefined;
}

/** A line of a table, `ENV API_TOKEN …`, or "the password is `…`": there, less needs to be generated. */
function isTold(
  text: string,
  end: number,
  { index, 1: name = "", 2: blanks = "" }: RegExpExecArray,
): boolean {
  const before = text.slice(Math.max(0, index - 60), index);
  if (/^(?: {2,}|\t+)$/.test(blanks)) {
    return /(?:^|\n|\\n)[ \t]*[\w.-]*$/.test(before) &&
      (end === text.length || /[\r\n\\]/.test(text[end] ?? ""));
  }
  if (
    /^[A-Z][A-Z\d_]*$/.test(name) &&
    /(?:^|[\s"']|\\n)(?:ENV|ARG|setx?|setenv|set -\w+) +[A-Z\d_]*$/.test(before)
  ) {
    return true;
  }
  return /^passw/i.test(name) && /is:? *\\*["'`]$/.test(blanks);
}

const SAID_NAME = /^(?:passw|mot|contr|kenn|парол)/i;
const TOLD_BY = /(?:\b(?:is|ist|lautet|es|est)|è)\s+$/i;
const WORD_AND_NUMBER = /^[A-Z][a-z]+[_-]?\d{2,}[a-z]{0,3}$/;

/** What people tell in a sentence: no path, no address and no name of a program, but something as `Sommer2026!`. */
function isSaidPassword(value: string, blanks: string, next: string | undefined): boolean {
  if (!/^\w/.test(value) || !/[A-Za-z]/.test(value) || /\/|@[\w.-]+$/.test(value)) return false;
  const isStated = TOLD_BY.test(blanks) || (/:\s+$/.test(blanks) && !/\w/.test(next ?? "")); // no "rules: Level12 or more"
  return /[!#$%&?]/.test(value) || (isStated && WORD_AND_NUMBER.test(value)) ||
    (/["'`]$/.test(blanks) && /[a-z]/.test(value) && /[A-Z]/.test(value));
}
