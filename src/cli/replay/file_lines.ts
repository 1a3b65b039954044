const BLOCK_BYTES = 256 * 1024;
/** Longer than any row that the client writes: a file without line ends is no transcript. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** A line of a file. */
export interface FileLine {
  /** Without its line feed; valid until the next line is asked for. `undefined` where it is too long to be held. */
  readonly bytes: Uint8Array | undefined;
  /** Where it begins, in bytes. */
  readonly offset: number;
}

/** The lines of a file from its start to its end, in little memory whatever its size. Throws where it cannot be read. */
export function* linesOf(path: string): Generator<FileLine> {
  using file = Deno.openSync(path);
  let buffer = new Uint8Array(2 * BLOCK_BYTES);
  let start = 0;
  let searched = 0;
  let filled = 0;
  let offset = 0;
  let isSkipping = false;
  for (;;) {
    const feed = buffer.subarray(searched, filled).indexOf(LINE_FEED);
    const end = searched + feed;
    if (feed >= 0) {
      yield { bytes: isSkipping ? undefined : buffer.subarray(start, end), offset };
      isSkipping = false;
      offset += end + 1 - start;
      start = searched = end + 1;
      continue;
    }
    searched = filled;
    if (filled - start > MAX_LINE_BYTES) {
      offset += filled - start; // of the middle of a line; its own start is of no use to anybody
      start = searched = filled;
      isSkipping = true;
    }
    if (buffer.length - filled < BLOCK_BYTES) {
      const rest = filled - start;
      buffer = moved(buffer, start, filled);
      [start, searched, filled] = [0, rest, rest];
    }
    const count = file.readSync(buffer.subarray(filled, filled + BLOCK_BYTES));
    if (count === null) break;
    filled += count;
  }
  if (filled > start || isSkipping) {
    yield { bytes: isSkipping ? undefined : buffer.subarray(start, filled), offset };
  }
}

/** The bytes that are still needed, at the start of a buffer with room for a further block. */
function moved(buffer: Uint8Array<ArrayBuffer>, start: number, end: number): Uint8Array<ArrayBuffer> {
  const rest = end - start;
  if (rest + BLOCK_BYTES <= buffer.length) {
    buffer.copyWithin(0, start, end);
    return buffer;
  }
  const larger = new Uint8Array(Math.max(2 * buffer.length, rest + BLOCK_BYTES));
  larger.set(buffer.subarray(start, end));
  return larger;
}
