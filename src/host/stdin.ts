import { endsLikeObject, JsonDocumentScanner, startsLikeObject } from "../core/json_document.ts";
import type { Stdin } from "../wire/payload.ts";

/** Over this, only head and tail are kept, in bytes. */
export const MAX_STDIN_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;
const HEAD_BYTES = 64 * 1024;
/** What one read takes at most: the size of a Linux pipe. */
const CHUNK_BYTES = 64 * 1024;

/** Reads bytes into the buffer; `null` at the end of the input. */
export type ReadChunk = (buffer: Uint8Array) => number | null;

/**
 * Reads stdin to the end of its JSON document and nothing after it, so that a client that keeps the pipe open
 * cannot hang us. An input that does not begin like an object is read as far as it is there.
 */
export function readStdin(read: ReadChunk = readFromStdin): Stdin {
  const reader = new DocumentReader();
  const buffer = new Uint8Array(CHUNK_BYTES);
  while (!reader.isComplete) {
    const count = read(buffer);
    if (count === null || count === 0) break;
    reader.add(buffer.slice(0, count));
  }
  return reader.result();
}

function readFromStdin(buffer: Uint8Array): number | null {
  try {
    return Deno.stdin.readSync(buffer);
  } catch {
    return null; // stdin is closed, or a folder: the same as empty
  }
}

/**
 * Collects chunks until the document is complete. A chunk that ends in `}` is worth one attempt to parse;
 * only if that fails, or if the writer paused inside the document, is its end looked for byte by byte.
 */
class DocumentReader {
  isComplete = false;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isObject = true;
  #scanner: JsonDocumentScanner | undefined;
  #tail = new Uint8Array(0);
  #value: unknown;

  add(chunk: Uint8Array): void {
    if (this.#bytes === 0) this.#isObject = startsLikeObject(chunk);
    const unscanned = this.#scanner === undefined ? [...this.#chunks, chunk] : [chunk];
    this.#keep(chunk);
    const writerPaused = chunk.length < CHUNK_BYTES;
    const isOversize = this.#bytes > MAX_STDIN_BYTES;
    if (!this.#isObject) this.isComplete = writerPaused;
    else if (this.#scanner === undefined && !isOversize && endsLikeObject(chunk)) this.#tryToParse(unscanned);
    else if (this.#scanner !== undefined || isOversize || writerPaused) this.#scan(unscanned);
  }

  result(): Stdin {
    if (this.#bytes > MAX_STDIN_BYTES) {
      const head = decode(this.#chunks[0]!.subarray(0, HEAD_BYTES));
      return { kind: "oversize", head, tail: decode(this.#tail), bytes: this.#bytes };
    }
    return { kind: "whole", value: this.#value ?? parse(this.#chunks) };
  }

  #keep(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= MAX_STDIN_BYTES) this.#chunks.push(chunk);
    else this.#tail = concatenate([this.#tail, chunk]).slice(-TAIL_BYTES);
  }

  #tryToParse(chunks: readonly Uint8Array[]): void {
    this.#value = parse(chunks);
    if (this.#value === undefined) this.#scan(chunks);
    else this.isComplete = true;
  }

  /** Looks for the end in these chunks, the next ones that were not looked at; cuts away what follows it. */
  #scan(chunks: readonly Uint8Array[]): void {
    this.#scanner ??= new JsonDocumentScanner();
    for (const chunk of chunks) {
      const end = this.#scanner.feed(chunk);
      if (end < 0) continue;
      this.isComplete = true;
      this.#cutAfter(chunk, end);
      return;
    }
  }

  #cutAfter(chunk: Uint8Array, end: number): void {
    const index = this.#chunks.indexOf(chunk);
    if (index >= 0) this.#chunks.splice(index, Infinity, chunk.subarray(0, end));
    else this.#tail = this.#tail.slice(0, Math.max(0, this.#tail.length - (chunk.length - end)));
  }
}

/** `undefined` for anything that is not one JSON value. */
function parse(chunks: readonly Uint8Array[]): unknown {
  try {
    return JSON.parse(decode(concatenate(chunks)));
  } catch {
    return undefined;
  }
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
