// Finds where the JSON on a hook's stdin ends, since the client may keep the pipe open.
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Needs linear time and constant memory. Counts brackets outside of strings, but does not check the JSON. */
export class JsonDocumentScanner {
  /** `before`: only blanks were read. `none`: no object begins after them. `complete`: its last `}` was read. */
  state: "before" | "inside" | "complete" | "none" = "before";
  /** The commas and opening brackets so far, about as many as values. Very many values parse too slowly. */
  values = 0;
  /** The position of the last comma between the object's members, where an unfinished object can be cut; or -1. */
  membersEnd = -1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #position = 0;

  /** Returns how many bytes of `chunk` belong to the object or to blanks before it. */
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

  /** Returns the index after blanks and a byte order mark, and sets `state` by the byte there. */
  #skipToObject(chunk: Uint8Array): number {
    let i = 0;
    while (i < chunk.length && (isBlank(chunk[i]!) || chunk[i] === BYTE_ORDER_MARK[this.#position + i])) i++;
    if (i < chunk.length) this.state = chunk[i] === OPEN_BRACE ? "inside" : "none";
    return i;
  }

  /** Returns the index of the closing quote, or the length. Strings are long, and `indexOf` is native. */
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

  /** Returns true if an odd number of backslashes precedes `end`, also across chunks (`#escaped`). */
  #isEscapedAt(chunk: Uint8Array, start: number, end: number): boolean {
    let run = 0;
    while (end - run > start && chunk[end - run - 1] === BACKSLASH) run++;
    const reachesStart = end - run === start;
    return (run % 2 === 1) !== (reachesStart && this.#escaped);
  }

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

const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
