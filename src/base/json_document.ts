const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Finds where a JSON object ends in a stream of UTF-8 bytes, without parsing it. Linear, constant memory; feed it the
 * chunks in order. It only counts: whether the document is valid is for the parser to say.
 */
export class JsonDocumentScanner {
  /** `before`: only blanks so far; `none`: it does not begin like an object; `complete`: its last brace was seen. */
  state: "before" | "inside" | "complete" | "none" = "before";
  /** Counts the values so far, at most: of an empty object or list that is one more than there are. */
  values = 0;
  /** The byte behind the last whole member of the object, -1 without one. */
  membersEnd = -1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #position = 0;

  /** The number of bytes of `chunk` that belong to the document; all of them while it is not complete. */
  feed(chunk: Uint8Array): number {
    let i = 0;
    if (this.state === "before") i = this.#skipToObject(chunk);
    for (; i < chunk.length && this.state === "inside"; i++) {
      if (this.#inString) i = this.#skipString(chunk, i);
      else this.#step(chunk[i]!, this.#position + i);
    }
    const used = Math.min(i, chunk.length); // a string that goes on ends behind the chunk
    this.#position += used;
    return used;
  }

  /** Index of the object's first brace; where none comes first, of the byte that is in its place. */
  #skipToObject(chunk: Uint8Array): number {
    let i = 0;
    while (i < chunk.length && (isBlank(chunk[i]!) || chunk[i] === BYTE_ORDER_MARK[this.#position + i])) i++;
    if (i < chunk.length) this.state = chunk[i] === OPEN_BRACE ? "inside" : "none";
    return i;
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

  /** True when the byte at `end` follows an odd run of backslashes; `start` is where the last look ended. */
  #isEscapedAt(chunk: Uint8Array, start: number, end: number): boolean {
    let run = 0;
    while (end - run > start && chunk[end - run - 1] === BACKSLASH) run++;
    const reachesStart = end - run === start;
    return (run % 2 === 1) !== (reachesStart && this.#escaped);
  }

  /** Looks at a byte outside of any string. */
  #step(byte: number, position: number): void {
    if (byte <= 0x20) return;
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open();
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (--this.#depth === 0) this.state = "complete";
    } else if (byte === COMMA) {
      this.values++;
      if (this.#depth === 1) this.membersEnd = position;
    }
  }

  #open(): void {
    this.#depth++;
    this.values++;
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
