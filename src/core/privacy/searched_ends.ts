/**
 * How far secrets are looked for beyond where a text is cut: twice a private key of 16384 bits and more, so that the
 * margin still holds one after another of them has shrunk to its marker.
 */
const MARGIN = 32_768;

/** The ends of a text that is going to be cut. */
export interface SearchedEnds {
  readonly head: string;
  readonly tail: string;
  /** How long both must still be once redacted, for none of a secret seen in half to be kept. */
  readonly atLeast: number;
}

/** What the first line of a file of cookies says, which may stand far before the lines at the end. */
const COOKIES = "HTTP Cookie";
/** A row of a table, of which the first one, far before it, may tell what stands in its cells. */
const ROW = /(?:^|\n|\\n)[ \d\t→:>+-]{0,20}\|[^|\n]{0,400}\|/;
const ROW_UNITS = 1000;
/** The dashes below the first row of psql, and the end of one of the rows that a statement puts into a table. */
const DASHES = "-+-";
const INSERTED = /\),(?:\s|\\n){0,9}\(/;

/** How many units of either end of a text that is going to be cut to `maxBytes` are searched for secrets. */
export function searchedUnits(maxBytes: number): number {
  return Math.ceil(Math.max(0, maxBytes) / 2) + MARGIN;
}

/**
 * What of a text that is going to be cut to `maxBytes` has to be searched for secrets; `undefined`: all of it, also
 * where what tells of secrets in the tail may stand anywhere before it.
 */
export function searchedEnds(text: string, maxBytes: number): SearchedEnds | undefined {
  const size = searchedUnits(maxBytes);
  if (text.length <= 2 * size) return undefined;
  const head = text.slice(0, betweenCharacters(text, size));
  const tail = text.slice(betweenCharacters(text, text.length - size));
  return isToldBefore(text, tail) ? undefined : { head, tail, atLeast: size - MARGIN / 2 };
}

function isToldBefore(text: string, tail: string): boolean {
  const start = tail.slice(0, ROW_UNITS);
  return text.includes(COOKIES) || (start.includes("|") && (ROW.test(start) || text.includes(DASHES))) ||
    (INSERTED.test(start) && /(?:INSERT|insert) /.test(text));
}

/** A half of a character would count for three bytes on either side. */
function betweenCharacters(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}
