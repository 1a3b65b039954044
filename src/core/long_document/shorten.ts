import { COUNT_PLAIN } from "./count_plain_code.ts";
import { GAP_MARK } from "./gap.ts";

/** A JSON document in UTF-8 of which the middle of one string is left out. */
export interface Shortened {
  readonly bytes: Uint8Array;
  /** So many UTF-16 units of it. */
  readonly leftOut: number;
}

/** What is kept at either end: as many units as the privacy rules search by default, and a tenth more. */
const END_BYTES = 180_224;
/** With fewer units a byte the ends, which are cut by bytes, would hold too few of them. */
const MOST = 10 / 11;
/** So far a line's end is looked for. */
const LINE_BYTES = 4096;
/** One page of WebAssembly's memory, and what `count_plain` reads behind it. */
const PIECE_BYTES = 65_536;
const BEHIND_BYTES = 18;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;

/**
 * The document without whole lines in the middle of the one long string that nearly all of it is; `undefined` where it
 * is not like that, or where something stands there that the privacy rules have to see. Of a text of a megabyte that is
 * not all ASCII, to decode and parse all takes twice as long as this and to decode and parse the rest.
 */
export function shorten(document: Uint8Array): Shortened | undefined {
  const start = lineAfter(document, END_BYTES);
  const end = lineAfter(document, document.length - END_BYTES);
  if (start === undefined || end === undefined || start >= end || document[start] === QUOTE) return undefined;
  const leftOut = plainUnits(document, start, end);
  if (leftOut === undefined) return undefined;
  const mark = new TextEncoder().encode(JSON.stringify(GAP_MARK).slice(1, -1));
  const bytes = new Uint8Array(start + mark.length + document.length - end);
  bytes.set(document.subarray(0, start));
  bytes.set(mark, start);
  bytes.set(document.subarray(end), start + mark.length);
  return { bytes, leftOut };
}

/** Where the first line begins that is behind `at`, within a string. */
function lineAfter(document: Uint8Array, at: number): number | undefined {
  const part = document.subarray(at, at + LINE_BYTES);
  for (let i = part.indexOf(BACKSLASH); i >= 0; i = part.indexOf(BACKSLASH, i + 2)) {
    if (part[i + 1] === LETTER_N && document[at + i - 1] !== BACKSLASH) return at + i + 2;
  }
  return undefined;
}

/** The units that these bytes stand for; `undefined` where `count_plain` says so, or where most are not ASCII. */
function plainUnits(document: Uint8Array, start: number, end: number): number | undefined {
  const { memory, count_plain } = counter();
  const room = new Uint8Array(memory.buffer);
  let units = 0;
  for (let at = start; at < end; at += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, end - at);
    room.set(document.subarray(at, at + length + BEHIND_BYTES));
    const counted = count_plain(length);
    if (counted < 0) return undefined;
    units += counted;
    if (units < MOST * (at + length - start)) return undefined;
  }
  return units;
}

interface Counter {
  readonly memory: WebAssembly.Memory;
  readonly count_plain: (bytes: number) => number;
}

function counter(): Counter {
  const code = new WebAssembly.Module(Uint8Array.fromBase64(COUNT_PLAIN));
  return new WebAssembly.Instance(code).exports as unknown as Counter;
}
