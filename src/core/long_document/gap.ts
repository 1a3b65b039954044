import { cutBetween, cutMiddle } from "../cut_middle.ts";

/** Stands for what was left out of the middle of one long string of a document before it was parsed. */
export const GAP_MARK = "\u0001mneme left this out\u0001";

/** Before the gap, what may begin something that goes on in it. */
const OPEN_END_UNITS = 100;
// deno-lint-ignore no-control-regex
const OPEN_END = /[<&\\\x1b]/;
/** What stands around the cells of a table, of which a row far before may tell what they are. */
const TABLE = /\||\),/;
const TABLE_UNITS = 1000;

/**
 * Whether the gap will not be missed: it is in one of the texts, once, and at least so many units stand on either side
 * of it, which nothing in it tells anything about.
 */
export function isUnneeded(texts: readonly string[], units: number): boolean {
  const [text, ...others] = texts.filter((text) => text.includes(GAP_MARK));
  if (text === undefined || others.length > 0) return false;
  const [head = "", tail = "", ...more] = text.split(GAP_MARK);
  return more.length === 0 && head.length >= units && tail.length >= units &&
    !OPEN_END.test(head.slice(-OPEN_END_UNITS)) && !TABLE.test(tail.slice(-units).slice(0, TABLE_UNITS));
}

/** `cutMiddle` of the text as it was, where it has the mark: so many units are left out, and what is kept is not. */
export function cutAcross(text: string, leftOut: number, maxBytes: number): string {
  const at = text.indexOf(GAP_MARK);
  if (at < 0) return cutMiddle(text, maxBytes);
  return cutBetween(text.slice(0, at), leftOut, text.slice(at + GAP_MARK.length), maxBytes);
}
