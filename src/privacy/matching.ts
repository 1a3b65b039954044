// The form of a privacy rule, and the functions with which rules read a text. All rules in `rules/` use them.
/** A part of a text that is replaced by `[redacted:<kind>]`. */
export type Span = Readonly<{ start: number; end: number; kind: string }>;

/** A rule for one form of secrets. Its examples stand in `tests/privacy/rule_examples.json`, as hooks need none. */
export interface Rule {
  /** The rule runs only if the text, or `beside` of `redactSecrets`, has one of these words. They are in lower case. */
  readonly keywords: readonly string[];
  /** For common keywords: a pattern that a text must match, too, for `mayNeedCleaning`. `redactSecrets` ignores it. */
  readonly proof?: RegExp;
  /** Returns the secrets. Reads a limited number of units around each match, and so takes linear time. */
  readonly find: (text: string) => readonly Span[];
}

/** Reads a text after a match, which ends at `end`. */
export type Read = (text: string, hit: RegExpExecArray, end: number) => Span | undefined;

/** Returns a function that calls `read` for each match of a global pattern, and goes on after each span. */
export function each(pattern: RegExp, read: Read): (text: string) => Span[] {
  return (text) => {
    const spans: Span[] = [];
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const end = pattern.lastIndex;
      const span = read(text, hit, end);
      pattern.lastIndex = span === undefined ? end : Math.max(end, span.end);
      if (span !== undefined) spans.push(span);
    }
    return spans;
  };
}

/** Makes a rule that runs for all texts with a keyword. */
export function unproved(keywords: readonly string[], pattern: RegExp, read: Read): Rule {
  return { keywords, find: each(pattern, read) };
}

/** Makes a rule whose proof is the pattern that it reads by. */
export function proved(keywords: readonly string[], pattern: RegExp, read: Read): Rule {
  const proof = new RegExp(pattern.source, pattern.flags.replace("g", ""));
  return { ...unproved(keywords, pattern, read), proof };
}

/** Reads the last group of a match, which must stand at its end; without groups, the match. */
export function lastGroup(kind: string, isSecret = (_: string) => true): Read {
  return (_, hit, end) => {
    const value = hit.at(-1) ?? "";
    return isSecret(value) ? { start: end - value.length, end, kind } : undefined;
  };
}

/** Matches a sticky pattern at an index, and only there. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function shifted<S extends Span | undefined>(span: S, by: number): S {
  return span && { ...span, start: span.start + by, end: span.end + by };
}

const MAX_QUOTED = 400; // units: else each quote without a partner would cost a search up to the end of its line

/**
 * Returns the text up to the closing quote; undefined if the line, an outer string or `MAX_QUOTED` ends before, or if a
 * word goes on behind it. `quote` has its backslashes: the closing quote has as many, and inner ones more.
 */
export function quotedAt(text: string, from: number, quote: string): string | undefined {
  const mark = quote.at(-1) ?? "";
  const escapes = quote.length - 1;
  const limit = Math.min(text.length, from + MAX_QUOTED);
  for (let at = from; at < limit; at++) {
    if (text[at] === "\n") return undefined;
    if (text[at] !== mark) continue;
    let start = at;
    while (start > from && text[start - 1] === "\\") start--;
    const escaping = (at - start - escapes) / (escapes + 1); // an odd number escapes the quote
    if (escaping < 0) return undefined;
    // Before a letter, a quote is an apostrophe, or opens the next string.
    if (escaping % 2 === 0) return /\w/.test(text[at + 1] ?? "") ? undefined : text.slice(from, at - escapes);
  }
  return undefined;
}

/** Match an argument without quotes: its beginning, by which it is judged, and its rest. */
const BARE = /[^\s"'`<>|;&\\]{1,256}/y;
const REST = /[^\s"'`<>|;&\\]+/y;

/** Returns an argument and its end. The value of one without quotes is cut to 256 units. */
export function argumentAt(text: string, from: number, quote: string | undefined) {
  const quoted = quote === undefined ? undefined : quotedAt(text, from, quote);
  const value = quoted ?? matchAt(BARE, text, from)?.[0] ?? "";
  const end = from + value.length;
  return { value, end: end + (matchAt(REST, text, end)?.[0].length ?? 0) };
}
