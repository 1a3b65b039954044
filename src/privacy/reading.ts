/** Every text with a private tag holds one of these, in lower case. */
export const TAG_NAMES = ["private", "mneme-context", "claude-mem-context", "system-reminder"];

/** Stands in every text with a private tag: the end of its sign in any spelling (`<`, `\u003c`, `&lt;`), and its name. */
export const TAG_BEGINNING = new RegExp(`[<c;][\\s/\\\\]*(?:${TAG_NAMES.join("|")})`, "i");

/** A piece of a text that is replaced by `[redacted:<kind>]`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/**
 * A form in which secrets stand, with its examples. In these, `«…»` marks what is hidden, and `·` breaks what scanners
 * of repositories would take for real; a test runs all of them.
 */
export interface Rule {
  /** Every text that `find` matches holds one of these, in lower case; without them the rule is not run. */
  readonly keywords: readonly string[];
  /** A pattern that such a text must also match, for keywords that are common words. */
  readonly proof?: RegExp;
  readonly find: (text: string) => readonly Span[];
  /** Examples by the kind as which they are hidden. */
  readonly hides: Readonly<Record<string, readonly string[]>>;
  readonly leaves?: readonly string[];
}

export type Read = (text: string, hit: RegExpExecArray) => Span | undefined;

/** Returns the spans that `read` makes of the matches of a global pattern; the search goes on after each span. */
export function each(pattern: RegExp, read: Read): (text: string) => Span[] {
  return (text) => {
    const spans: Span[] = [];
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const at = pattern.lastIndex;
      const span = read(text, hit);
      pattern.lastIndex = span === undefined ? at : Math.max(at, span.end);
      if (span !== undefined) spans.push(span);
    }
    return spans;
  };
}

/** Reads the last group of each match, which ends it, as a secret of this kind. */
export function lastGroup(
  pattern: RegExp,
  kind: string,
  isOne = (_: string) => true,
): (text: string) => Span[] {
  return each(pattern, (_, hit) => {
    const value = hit.at(-1) ?? "";
    const end = hit.index + hit[0].length;
    return isOne(value) ? { start: end - value.length, end, kind } : undefined;
  });
}

/** The match of a sticky pattern at this very place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function shifted(span: Span | undefined, by: number): Span | undefined {
  return span && { start: span.start + by, end: span.end + by, kind: span.kind };
}

const MAX_QUOTED = 400;

/**
 * Returns the text from `from` up to the end of the quote that opened before it; undefined when that does not end near
 * by, in the same line. `quote` is the opening mark with the backslashes before it: in a string within a string the
 * closing one has as many, and one that belongs to the value has more.
 */
export function quotedAt(
  text: string,
  from: number,
  quote: string,
  maxUnits = MAX_QUOTED,
): string | undefined {
  const mark = quote.at(-1) ?? "";
  const escapes = quote.length - 1;
  const limit = Math.min(text.length, from + maxUnits);
  for (let at = from; at < limit; at++) {
    if (text[at] === "\n") return undefined;
    if (text[at] !== mark) continue;
    let start = at;
    while (start > from && text[start - 1] === "\\") start--;
    const more = (at - start - escapes) / (escapes + 1);
    if (more < 0) return undefined;
    // A quote before a letter is an apostrophe, or opens the next string.
    if (more % 2 === 0) return /\w/.test(text[at + 1] ?? "") ? undefined : text.slice(from, at - escapes);
  }
  return undefined;
}

const BARE = /[^\s"'`<>|;&\\]{1,256}/y;
const REST = /[^\s"'`<>|;&\\]+/y;

/** The argument at this place, or as much of it as is needed to judge it, up to the closing quote if one opened before it. */
export function givenAt(text: string, from: number, quote: string | undefined): string {
  const quoted = quote === undefined ? undefined : quotedAt(text, from, quote);
  return quoted ?? matchAt(BARE, text, from)?.[0] ?? "";
}

/** Returns the end of an argument without quotes, of which `givenAt` has read only the beginning. */
export function argumentEnd(text: string, end: number): number {
  return end + (matchAt(REST, text, end)?.[0].length ?? 0);
}

// deno-lint-ignore no-control-regex
const COLOUR = /(?:\x1b|\\+(?:u001b|x1b|033))\[[\d;:]*[mK]/g;

/** The text without what terminals take for colours, also as JSON and programs write it: `\u001b[32m`. */
export function withoutColours(text: string): string {
  return ["\x1b", "1b[", "\\033["].some((sign) => text.includes(sign)) ? text.replace(COLOUR, "") : text;
}

/** Secrets are looked for this far beyond a cut: twice a private key of 16384 bits and more. */
export const MARGIN = 32_768;
/** Signs tell of lines far behind them: a file of passwords, a jar of cookies, the first row of a table, a statement. */
const TOLD_FAR_BEFORE = /pgpass|netrc|HTTP Cookie|\|[ \t]*(?:\n|\\n)[^\n]{0,40}\||-\+-|INSERT |insert /;

/**
 * Returns the end of the head and the beginning of the tail that are searched of a huge text, of which all else will be
 * cut.
 */
export function searchedEnds(text: string, maxBytes: number): { head: number; tail: number } | undefined {
  const size = Math.ceil(Math.max(0, maxBytes) / 2) + MARGIN;
  if (text.length <= 2 * size || TOLD_FAR_BEFORE.test(text)) return undefined;
  return { head: betweenCharacters(text, size), tail: betweenCharacters(text, text.length - size) };
}

/** A half of a character would count for three bytes on either side. */
function betweenCharacters(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}
