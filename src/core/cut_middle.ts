/**
 * The text in at most `maxBytes` bytes of UTF-8: its head and its tail around a note of how many characters are
 * missing, never half a character. Cutting comes after redaction, or half a secret would no longer look like one.
 */
export function cutMiddle(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || (text.length <= maxBytes && byteLength(text) <= maxBytes)) return text;
  return joinEnds(text, text, text.length, maxBytes);
}

/**
 * `cutMiddle` of a head, of so many units behind it, and of a tail, both of at least half of `maxBytes` units: what is
 * between them is not even counted in bytes, as that takes a megabyte 1.4 ms.
 */
export function cutBetween(head: string, between: number, tail: string, maxBytes: number): string {
  return joinEnds(head, tail, head.length + between + tail.length, maxBytes);
}

function joinEnds(start: string, end: string, units: number, maxBytes: number): string {
  const room = maxBytes - note(units).length;
  if (room <= 0) return headWithin(start, Math.max(0, maxBytes));
  const head = headWithin(start, Math.ceil(room / 2));
  const tail = tailWithin(end, Math.floor(room / 2));
  return head + note(units - head.length - tail.length) + tail;
}

/** ASCII, as one other character would make of most texts one that takes twice the memory. */
function note(units: number): string {
  return `...[mneme cut ${units} characters]...`;
}

/** What is encoded only to be counted all goes into one small buffer: most of what that takes is fresh memory. */
const CHUNK_BYTES = 16_384;
let encoder: TextEncoder | undefined;
let buffer: Uint8Array<ArrayBuffer> | undefined;

/** Where the units begin that are the first and the second half of one character, and where they end. */
const FIRST_HALF = 0xd800;
const SECOND_HALF = 0xdc00;
const AFTER_HALVES = 0xe000;

function byteLength(text: string): number {
  return fitting(text, Infinity).bytes;
}

/** How many units at the start of the text make whole characters of at most so many bytes, and how many these are. */
function fitting(text: string, maxBytes: number): { readonly units: number; readonly bytes: number } {
  encoder ??= new TextEncoder();
  buffer ??= new Uint8Array(CHUNK_BYTES);
  let units = 0;
  let bytes = 0;
  while (units < text.length) {
    const room = Math.min(buffer.length, maxBytes - bytes);
    const { read, written } = encoder.encodeInto(text.slice(units), buffer.subarray(0, room));
    if (read === 0) break;
    units += read;
    bytes += written;
  }
  return { units, bytes };
}

/** A character has at least one byte per unit, so that only that many units need a look. */
function headWithin(text: string, bytes: number): string {
  const head = text.slice(0, bytes);
  const { units } = fitting(head, bytes);
  const isHalf = FIRST_HALF <= head.charCodeAt(units - 1) && head.charCodeAt(units - 1) < SECOND_HALF;
  return head.slice(0, isHalf ? units - 1 : units);
}

function withoutHalf(tail: string): string {
  const first = tail.charCodeAt(0);
  return SECOND_HALF <= first && first < AFTER_HALVES ? tail.slice(1) : tail;
}

function tailWithin(text: string, bytes: number): string {
  const tail = text.slice(Math.max(0, text.length - bytes));
  const excess = byteLength(tail) - bytes;
  if (excess <= 0) return withoutHalf(tail);
  const skipped = fitting(tail, excess);
  const next = tail.codePointAt(skipped.units) ?? 0;
  const over = skipped.bytes === excess ? 0 : next > 0xffff ? 2 : 1;
  return withoutHalf(tail.slice(skipped.units + over));
}
