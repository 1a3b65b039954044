/** A piece of a text that is to be replaced by `[redacted:<kind>]`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** How a kind of text is known, in lower case, and where in it secrets stand. */
export interface ContextRule {
  readonly signs: readonly string[];
  readonly pattern: RegExp;
  readonly read: (text: string, hit: RegExpExecArray) => Span | undefined;
}

/** The match of a sticky pattern at this very place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** What `read` makes of each match of a global pattern; the search goes on after what it took. */
export function collect(
  text: string,
  pattern: RegExp,
  read: (text: string, hit: RegExpExecArray) => Span | undefined,
): Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    const at = pattern.lastIndex;
    const span = read(text, hit);
    pattern.lastIndex = span === undefined ? at : Math.max(at, span.end);
    if (span !== undefined) spans.push(span);
  }
  return spans;
}
