const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
/** Of numbers, `true`, `false` and `null`. */
const WORD_UNITS = "0123456789+-.Eaeflnrstu";

/**
 * Finds where a JSON object or list ends in a stream of UTF-8 bytes, without parsing it.
 * Linear, constant memory; feed it the chunks in order. It only counts: whether the document is valid
 * is for the parser to say.
 */
export class JsonDocumentScanner {
  /** How many values were there so far, at most: of an empty object or list that is one more than there are. */
  values = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** The number of bytes of `chunk` that belong to the document when it ends in this chunk, else -1. */
  feed(chunk: Uint8Array): number {
    for (let i = 0; i < chunk.length; i++) {
      if (this.#inString) i = this.#skipString(chunk, i);
      else if (this.#step(chunk[i]!)) return i + 1;
    }
    return -1;
  }

  /**
   * Index of the byte that closes the string, or the chunk's length. Quotes are searched natively, as nearly
   * all bytes of a payload lie inside strings; whether one is escaped is told by the backslashes before it.
   */
  #skipString(chunk: Uint8Array, from: number): number {
    let start = from;
    while (start < chunk.length) {
      const quote = chunk.indexOf(QUOTE, start);
      const end = quote < 0 ? chunk.length : quote;
      const isEscaped = this.#isEscapedAt(chunk, start, end);
      if (quote < 0) {
        this.#escaped = isEscaped;
        return chunk.length;
      }
      this.#escaped = false;
      if (!isEscaped) {
        this.#inString = false;
        return quote;
      }
      start = quote + 1;
    }
    return chunk.length;
  }

  /** Whether the byte at `end` follows an odd run of backslashes; `start` is where the last look ended. */
  #isEscapedAt(chunk: Uint8Array, start: number, end: number): boolean {
    let run = 0;
    while (end - run > start && chunk[end - run - 1] === BACKSLASH) run++;
    const reachesStart = end - run === start;
    return (run % 2 === 1) !== (reachesStart && this.#escaped);
  }

  /** True when this byte, outside of any string, closes the outermost bracket. */
  #step(byte: number): boolean {
    if (byte === QUOTE) this.#inString = true;
    else if (byte === COMMA) this.values++;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open();
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return --this.#depth <= 0;
    return false;
  }

  #open(): void {
    this.#depth++;
    this.values++;
  }
}

/**
 * Whether the last byte that is not white space may close an object: the cheap sign of a complete document. Nearly
 * all braces of code inside a string may not, as no value stands before them.
 */
export function endsLikeObject(bytes: Uint8Array): boolean {
  const end = lastVisible(bytes, bytes.length - 1);
  return bytes[end] === CLOSE_BRACE && mayEndMembers(bytes, lastVisible(bytes, end - 1));
}

/** Whether the last member of an object may end in this byte, or the object begin in it. */
function mayEndMembers(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === QUOTE) return !isEscaped(bytes, at);
  if (bytes[at] === CLOSE_BRACE || bytes[at] === CLOSE_BRACKET) return true;
  if (bytes[at] === OPEN_BRACE) return lastVisible(bytes, at - 1) < 0;
  let start = at;
  while (WORD_UNITS.includes(String.fromCharCode(bytes[start] ?? 0))) start--;
  const colon = lastVisible(bytes, start);
  const key = lastVisible(bytes, colon - 1);
  return bytes[colon] === COLON && bytes[key] === QUOTE && !isEscaped(bytes, key);
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let start = at;
  while (bytes[start - 1] === BACKSLASH) start--;
  return (at - start) % 2 === 1;
}

function lastVisible(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at >= 0 && isBlank(bytes[at]!)) at--;
  return at;
}

/** Whether these bytes can be the beginning of an object: white space, a byte order mark, then a brace if anything. */
export function mayStartObject(bytes: Uint8Array): boolean {
  const start = firstVisible(bytes);
  return start === bytes.length || bytes[start] === OPEN_BRACE;
}

/** Whether all of these bytes are what may stand before an object. */
export function isBeforeObject(bytes: Uint8Array): boolean {
  return firstVisible(bytes) === bytes.length;
}

function firstVisible(bytes: Uint8Array): number {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < bytes.length && isBlank(bytes[start]!)) start++;
  return start;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
