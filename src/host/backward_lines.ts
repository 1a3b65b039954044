const FIRST_BLOCK_BYTES = 64 * 1024;
const BUFFER_BYTES = 512 * 1024;
const LINE_FEED = 0x0a;

export interface FileLine {
  /** Without its line feed; valid until the next line is asked for. */
  readonly bytes: Uint8Array;
  /** Where it begins in the file. */
  readonly offset: number;
}

/**
 * The lines of a file from its end to its start, reading no more than `maxBytes` and no more than is asked for. A
 * line that begins before those is not given. The first one is what follows the last line feed: empty, or torn.
 */
export class BackwardLines {
  /** Of the file, in bytes. */
  readonly size: number;
  readonly #file: Deno.FsFile;
  /** Where in the file the first byte lies that may be read. */
  readonly #floor: number;
  /** Filled from its end, and again when it is full: memory that was touched before costs nothing. */
  #buffer: Uint8Array;
  /** Where in the file the buffer begins; before the file, when it is larger than what is left. */
  #start: number;
  /** From here on the buffer is filled. */
  #filled: number;
  /** Up to here lines are still to be given; -1 when there are no more. */
  #rest: number;
  #blockBytes = FIRST_BLOCK_BYTES;

  constructor(path: string, maxBytes: number) {
    this.#file = Deno.openSync(path);
    this.size = this.#file.seekSync(0, Deno.SeekMode.End); // a third of what statSync takes
    this.#floor = Math.max(0, this.size - maxBytes);
    this.#buffer = new Uint8Array(Math.min(this.size - this.#floor, BUFFER_BYTES));
    this.#start = this.size - this.#buffer.length;
    this.#filled = this.#buffer.length;
    this.#rest = this.#buffer.length;
  }

  next(): FileLine | undefined {
    if (this.#rest < 0) return undefined;
    let searched = this.#rest;
    while (true) {
      const feed = this.#buffer.subarray(this.#filled, searched).lastIndexOf(LINE_FEED);
      if (feed >= 0) return this.#take(this.#filled + feed);
      if (this.#start + this.#filled === this.#floor) break;
      if (this.#filled === 0) this.#makeRoom();
      searched = this.#filled;
      if (!this.#fillBlock()) break;
    }
    const isAtStart = this.#start + this.#filled === 0;
    const first = isAtStart ? this.#take(this.#filled - 1) : undefined;
    this.#rest = -1;
    return first;
  }

  /** The line behind the line feed at `feed`; what is before that is still to be given. */
  #take(feed: number): FileLine {
    const bytes = this.#buffer.subarray(feed + 1, this.#rest);
    this.#rest = feed;
    return { bytes, offset: this.#start + feed + 1 };
  }

  /** Only the end of one line is still needed of a full buffer; a long one gets a buffer twice as large. */
  #makeRoom(): void {
    const kept = this.#buffer.subarray(0, this.#rest);
    const end = this.#start + this.#rest;
    if (kept.length * 2 > this.#buffer.length) {
      this.#buffer = new Uint8Array(Math.min(this.#buffer.length * 2, end - this.#floor));
    }
    this.#start = end - this.#buffer.length;
    this.#filled = this.#buffer.length - kept.length;
    this.#rest = this.#buffer.length;
    this.#buffer.set(kept, this.#filled);
  }

  /** False when the file has become shorter meanwhile. */
  #fillBlock(): boolean {
    const start = Math.max(this.#filled - this.#blockBytes, this.#floor - this.#start, 0);
    this.#file.seekSync(this.#start + start, Deno.SeekMode.Start);
    for (let at = start; at < this.#filled;) {
      const count = this.#file.readSync(this.#buffer.subarray(at, this.#filled));
      if (count === null || count === 0) return false;
      at += count;
    }
    this.#filled = start;
    this.#blockBytes *= 2;
    return true;
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}
