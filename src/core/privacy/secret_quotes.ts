import { matchAt } from "./secret_span.ts";

const MAX_QUOTED = 400;

/**
 * What stands from `from` on up to the end of the quote that opened before it; undefined when that does not end near
 * by, in the same line. `quote` is the opening mark with the backslashes before it: in a string within a string the
 * closing one has as many, and one that belongs to the value has more.
 */
export function quotedAt(text: string, from: number, quote: string): string | undefined {
  const mark = quote.at(-1) ?? "";
  const escapes = quote.length - 1;
  const limit = Math.min(text.length, from + MAX_QUOTED);
  for (let at = from; at < limit; at++) {
    if (text[at] === "\n") return undefined;
    if (text[at] !== mark) continue;
    const more = (escapesBefore(text, at, from) - escapes) / (escapes + 1);
    if (more < 0) return undefined;
    if (more % 2 === 0) return isWordUnit(text[at + 1]) ? undefined : text.slice(from, at - escapes);
  }
  return undefined;
}

function escapesBefore(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && text[start - 1] === "\\") start--;
  return at - start;
}

/** A quote before a letter is an apostrophe, or opens the next string. */
function isWordUnit(unit: string | undefined): boolean {
  return unit !== undefined && /\w/.test(unit);
}

const BARE = /[^\s"'`<>|;&\\]{1,256}/y;
const REST = /[^\s"'`<>|;&\\]+/y;

/** Where an argument without quotes ends of which `givenAt` has read only the beginning. */
export function argumentEnd(text: string, end: number): number {
  return end + (matchAt(REST, text, end)?.[0].length ?? 0);
}

/** The argument at this place, or as much of it as is needed to judge it, up to the closing quote if one opened before it. */
export function givenAt(text: string, from: number, quote: string | undefined): string {
  const quoted = quote === undefined ? undefined : quotedAt(text, from, quote);
  return quoted ?? matchAt(BARE, text, from)?.[0] ?? "";
}
