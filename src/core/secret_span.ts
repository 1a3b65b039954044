/** A piece of a text that is to be replaced by `[redacted:<kind>]`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** The match of a sticky pattern at this very place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
