import { cutBetween, cutMiddle } from "../cut_middle.ts";

/** Stands for what was left out of the middle of one long string of a document before it was parsed. */
export const GAP_MARK = "\u0001mneme left this out\u0001";

/** What is nested deeper is not looked through. */
const MAX_DEPTH = 200;
const LAST_UNITS = 100;
/**
 * Something that can stand neither in a private tag before its name nor in a colour, and nothing behind it that may
 * begin either. Blanks and colours make such a beginning as long as one likes.
 */
// deno-lint-ignore no-control-regex
const CLOSED_END = /[^\s\d/;:[#bcklmtuxBCKLMTUX<&\\\x1b][^<&\\\x1b]*$/;
/** What stands around the cells of a table, of which a row far before may tell what they are. */
const TABLE = /\||\),/;
/** One more than are looked at for that, as no half of a character begins what is searched. */
const TABLE_UNITS = 1001;

/** Whether the mark stands once in parsed JSON, and so for nothing but the gap. */
export function isMarkedOnce(value: unknown): boolean {
  return marksIn(value, 0) === 1;
}

function marksIn(value: unknown, depth: number): number {
  if (typeof value === "string") return value.split(GAP_MARK).length - 1;
  if (typeof value !== "object" || value === null) return 0;
  if (depth >= MAX_DEPTH) return Infinity;
  let marks = 0;
  for (const [key, item] of Object.entries(value)) marks += marksIn(key, depth) + marksIn(item, depth + 1);
  return marks;
}

/**
 * Whether the gap will not be missed: it is in one of the texts, and at least so many units stand on either side of it,
 * which nothing in it tells anything about.
 */
export function isUnneeded(texts: readonly string[], units: number): boolean {
  const text = texts.find((text) => text.includes(GAP_MARK));
  if (text === undefined) return false;
  const [head = "", tail = ""] = text.split(GAP_MARK);
  return head.length >= units && tail.length >= units && CLOSED_END.test(head.slice(-LAST_UNITS)) &&
    !TABLE.test(tail.slice(-units).slice(0, TABLE_UNITS));
}

/** `cutMiddle` of the text as it was, where it has the mark: so many units are left out, and what is kept is not. */
export function cutAcross(text: string, leftOut: number, maxBytes: number): string {
  const at = text.indexOf(GAP_MARK);
  if (at < 0) return cutMiddle(text, maxBytes);
  return cutBetween(text.slice(0, at), leftOut, text.slice(at + GAP_MARK.length), maxBytes);
}
