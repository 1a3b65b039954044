import {
  endsLikeObject,
  isBeforeObject,
  JsonDocumentScanner,
  mayStartObject,
} from "../core/json_document.ts";
import type { Stdin } from "../wire/payload.ts";
import type { ReadChunk } from "./stdin.ts";

/** Over this, only head and tail are kept, in bytes. */
export const MAX_STDIN_BYTES = 16 * 1024 * 1024;
/** Documents up to here are not looked at for how many values they have. */
const SHORT_BYTES = 2 * 1024 * 1024;
/** Over this, a document is as one that is too large: to go through millions of values takes seconds. */
const MAX_VALUES = 200_000;
/** How much of an oversize document is kept at each end. */
const KEPT_BYTES = 64 * 1024;
const PAGE_BYTES = 4096;
const LINE_FEED = 0x0a;

/** Reads what follows the first `count` bytes, which are in the buffer, to the end of the JSON document. */
export function readOn(first: Uint8Array<ArrayBuffer>, count: number, read: ReadChunk): Stdin {
  const document = new DocumentReader();
  let buffer = first;
  let length = count;
  let added = count;
  while (added > 0) {
    if (isBeforeObject(buffer.subarray(0, length))) length = 0; // nobody needs it, and it may be megabytes
    else document.look(buffer.subarray(0, length), added);
    if (document.isComplete) break;
    if (length === buffer.length) {
      if (length >= MAX_STDIN_BYTES) {
        const isObject = mayStartObject(buffer);
        return isObject ? readOversize(buffer, document, read) : { kind: "whole", value: undefined };
      }
      buffer = grown(buffer);
    }
    added = read(buffer.subarray(length)) ?? 0;
    length += added;
  }
  return stdinOf(document, buffer.subarray(0, length));
}

/** What was read of a document that is not too long. */
function stdinOf(document: DocumentReader, read: Uint8Array): Stdin {
  const bytes = read.subarray(0, document.end);
  if (document.hasManyValues && bytes.length > SHORT_BYTES) {
    const head = decode(bytes.subarray(0, KEPT_BYTES));
    return { kind: "oversize", head, tail: decode(bytes.subarray(-KEPT_BYTES)), bytes: bytes.length };
  }
  return { kind: "whole", value: document.value ?? parse(bytes) };
}

/** So much longer that a large document is copied twice at most; memory that is not used costs nothing. */
function grown(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(Math.min(buffer.length * 4, MAX_STDIN_BYTES));
  longer.set(buffer);
  return longer;
}

/** Reads what is left of a document that is too large to keep, and keeps its two ends. */
function readOversize(buffer: Uint8Array, document: DocumentReader, read: ReadChunk): Stdin {
  const head = decode(buffer.subarray(0, KEPT_BYTES));
  const chunk = new Uint8Array(KEPT_BYTES);
  let tail = buffer.slice(-KEPT_BYTES);
  let bytes = buffer.length;
  document.scan(buffer);
  if (document.end !== undefined) return stdinOf(document, buffer);
  while (!document.isComplete) {
    const count = read(chunk);
    if (count === null || count === 0) break;
    const used = document.scanNext(chunk.subarray(0, count));
    bytes += used;
    tail = joined(tail, chunk.subarray(0, used)).slice(-KEPT_BYTES);
  }
  return { kind: "oversize", head, tail: decode(tail), bytes };
}

/**
 * Tells when the document is complete. Bytes that end as the client ends it are worth one attempt to parse. Where that
 * fails, or there are so many that the values are counted first, or a `}` stands at the end of a full pipe, or the
 * writer seems to have stopped inside the document, its end is looked for byte by byte.
 */
class DocumentReader {
  isComplete = false;
  /** The parsed document, once an attempt has succeeded. */
  value: unknown;
  /** How many bytes belong to the document, where that had to be looked for. */
  end: number | undefined;
  readonly #scanner = new JsonDocumentScanner();
  #scanned = 0;
  #hasTried = false;
  #isClosed = false;

  /** Whether it is whole and has so many values that going through them takes seconds; not known of short ones. */
  get hasManyValues(): boolean {
    return this.end !== undefined && this.#scanner.values > MAX_VALUES;
  }

  /** `bytes` is all that was read, the last `count` of them just now. */
  look(bytes: Uint8Array, count: number): void {
    // A full pipe is read by whole pages; the last piece of a document seldom ends at one.
    const hasPaused = count % PAGE_BYTES !== 0;
    // Inside of a string a line feed is escaped.
    const mayEnd = hasPaused || bytes.at(-1) === LINE_FEED;
    // Blanks change nothing about it, and there may be megabytes of them.
    if (!isBeforeObject(bytes.subarray(-count))) this.#isClosed = endsLikeObject(bytes);
    if (!mayStartObject(bytes)) this.isComplete = hasPaused;
    else if (mayEnd && this.#isClosed && !this.#hasTried) this.#tryToParse(bytes);
    else if (hasPaused || this.#isClosed || this.#hasTried) this.scan(bytes);
  }

  /** Looks for the end in what was not looked at yet. */
  scan(bytes: Uint8Array): void {
    const before = this.#scanned;
    const used = this.scanNext(bytes.subarray(before));
    if (this.isComplete) this.end = before + used;
  }

  /** The same for the next bytes alone; returns how many of them belong to the document. */
  scanNext(bytes: Uint8Array): number {
    const end = this.#scanner.feed(bytes);
    this.#scanned += bytes.length;
    this.isComplete = end >= 0;
    return end < 0 ? bytes.length : end;
  }

  #tryToParse(bytes: Uint8Array): void {
    this.#hasTried = true;
    if (bytes.length <= SHORT_BYTES) this.value = parse(bytes);
    if (this.value === undefined) this.scan(bytes);
    else this.isComplete = true;
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** `undefined` for anything that is not one JSON value. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    return undefined;
  }
}
