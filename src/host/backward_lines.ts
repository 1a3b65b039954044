const FIRST_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

export interface FileLine {
  /** Without its line feed; valid until the reader is closed. */
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
  /** As large as may be needed and filled from its end: memory that is not touched costs nothing. */
  readonly #buffer: Uint8Array;
  /** From here on the buffer is filled. */
  #filled: number;
  /** Up to here lines are still to be given; -1 when there are no more. */
  #rest: number;
  #blockBytes = FIRST_BLOCK_BYTES;
  #isAtStart = false;

  constructor(path: string, maxBytes: number) {
    this.#file = Deno.openSync(path);
    this.size = this.#file.seekSync(0, Deno.SeekMode.End); // a third of what statSync takes
    this.#buffer = new Uint8Array(Math.min(this.size, maxBytes));
    this.#filled = this.#buffer.length;
    this.#rest = this.#buffer.length;
  }

  /** Whether the file's first line was given. */
  get isAtStart(): boolean {
    return this.#isAtStart;
  }

  next(): FileLine | undefined {
    let unsearched = this.#rest;
    while (unsearched >= 0) {
      const feed = this.#buffer.subarray(this.#filled, unsearched).lastIndexOf(LINE_FEED);
      if (feed >= 0) return this.#take(this.#filled + feed);
      unsearched = this.#filled;
      if (this.#filled === 0 || !this.#fillBlock()) break;
    }
    if (this.#rest < 0) return undefined;
    if (this.#filled === 0 && this.#buffer.length === this.size) {
      this.#isAtStart = true;
      return this.#take(-1);
    }
    this.#rest = -1;
    return undefined;
  }

  /** The line behind the line feed at `feed`; what is before that is still to be given. */
  #take(feed: number): FileLine {
    const bytes = this.#buffer.subarray(feed + 1, this.#rest);
    this.#rest = feed;
    return { bytes, offset: this.size - this.#buffer.length + feed + 1 };
  }

  /** False when the file has become shorter meanwhile. */
  #fillBlock(): boolean {
    const start = Math.max(0, this.#filled - this.#blockBytes);
    this.#file.seekSync(this.size - this.#buffer.length + start, Deno.SeekMode.Start);
    for (let at = start; at < this.#filled;) {
      const count = this.#file.readSync(this.#buffer.subarray(at, this.#filled));
      if (count === null || count === 0) return false;
      at += count;
    }
    this.#filled = start;
    this.#blockBytes = Math.min(this.#blockBytes * 2, MAX_BLOCK_BYTES);
    return true;
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}
