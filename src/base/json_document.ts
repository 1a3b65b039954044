const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Finds the end of a JSON object in a stream of UTF-8 bytes, in linear time and constant memory. Call `feed`
 * with the chunks in order. It only counts brackets outside of strings: it does not check that the JSON is valid.
 */
export class JsonDocumentScanner {
  /** `before`: nothing but blanks yet. `none`: the input does not begin with `{`. `complete`: the last `}` was read. */
  state: "before" | "inside" | "complete" | "none" = "before";
  /** An upper limit of the values read so far: commas and opening brackets. An empty object or list counts twice. */
  values = 0;
  /**
   * The byte position of the last comma in the outermost object, or -1. There, an unfinished object can be cut and
   * closed.
   */
  membersEnd = -1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #position = 0;

  /** Returns the number of bytes of `chunk` up to the object's end; if no object begins, the number of its first blanks. */
  feed(chunk: Uint8Array): number {
    let i = 0;
    if (this.state === "before") i = this.#skipToObject(chunk);
    for (; i < chunk.length && this.state === "inside"; i++) {
      if (this.#inString) i = this.#skipString(chunk, i);
      else this.#step(chunk[i]!, this.#position + i);
    }
    const used = Math.min(i, chunk.length); // if a string goes on, `i` is one more than the length
    this.#position += used;
    return used;
  }

  /** Returns the index of the first byte after blanks and a byte order mark, and sets `state` by this byte. */
  #skipToObject(chunk: Uint8Array): number {
    let i = 0;
    while (i < chunk.length && (isBlank(chunk[i]!) || chunk[i] === BYTE_ORDER_MARK[this.#position + i])) i++;
    if (i < chunk.length) this.state = chunk[i] === OPEN_BRACE ? "inside" : "none";
    return i;
  }

  /**
   * Returns the index of the quote that closes the string, or the chunk's length. Searches with the native
   * `indexOf`, because nearly all bytes of a payload lie inside strings.
   */
  #skipString(chunk: Uint8Array, from: number): number {
    for (let start = from; start < chunk.length;) {
      const quote = chunk.indexOf(QUOTE, start);
      const end = quote < 0 ? chunk.length : quote;
      const isEscaped = this.#isEscapedAt(chunk, start, end);
      this.#escaped = quote < 0 && isEscaped;
      if (quote >= 0 && !isEscaped) {
        this.#inString = false;
        return quote;
      }
      start = end + 1;
    }
    return chunk.length;
  }

  /**
   * Returns true if an odd number of backslashes precedes `end`. Looks back only to `start`; `#escaped` says
   * whether the byte at `start` is escaped by backslashes of an earlier chunk.
   */
  #isEscapedAt(chunk: Uint8Array, start: number, end: number): boolean {
    let run = 0;
    while (end - run > start && chunk[end - run - 1] === BACKSLASH) run++;
    const reachesStart = end - run === start;
    return (run % 2 === 1) !== (reachesStart && this.#escaped);
  }

  /** Handles a byte outside of any string. */
  #step(byte: number, position: number): void {
    if (byte <= 0x20) return;
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#depth++;
      this.values++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (--this.#depth === 0) this.state = "complete";
    } else if (byte === COMMA) {
      this.values++;
      if (this.#depth === 1) this.membersEnd = position;
    }
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
