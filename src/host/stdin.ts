import type { Stdin } from "../wire/payload.ts";

/** Memory that is not used costs nothing here, and a buffer as small as a pipe is filled with zeros: 0.1 ms. */
const FIRST_BYTES = 2 * 1024 * 1024;
/** What a pipe holds, on Linux. */
const PIPE_BYTES = 65_536;
/** A full pipe is read by whole pages; the last piece of a document seldom ends at one. */
const PAGE_BYTES = 4096;
/** Far fewer than what the stack has room for as arguments of one call. */
const FEW_BYTES = 8192;
const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const CLOSE_BRACE = 0x7d;
const LINE_FEED = 0x0a;

/** To shorten a shorter document takes as long as to decode and parse it. */
const LONG_BYTES = 700_000;

/** Reads bytes into the buffer; `null` at the end of the input. */
export type ReadChunk = (buffer: Uint8Array) => number | null;

/**
 * Reads stdin to the end of its JSON document and nothing after it, so that a client that keeps the pipe open
 * cannot hang us. An input that does not begin like an object is read as far as it is there. A long one may come
 * shortened where the caller can do with it.
 */
export async function readStdin(read: ReadChunk = readFromStdin, mayShorten = false): Promise<Stdin> {
  const buffer = new Uint8Array(FIRST_BYTES);
  const count = readPages(buffer, read);
  if (endsDocument(buffer, count)) {
    const document = buffer.subarray(0, count);
    if (mayShorten && count > LONG_BYTES && isPlain(document)) {
      const { readShortened } = await import("./shortened_stdin.ts");
      const shortened = readShortened(document, parse);
      if (shortened !== undefined) return shortened;
    }
    const value = parse(document);
    if (value !== undefined) return { kind: "whole", value };
  }
  // A chunk of its own: most payloads end as the client ends them, and every kilobyte of code costs each of them.
  const { readOn } = await import("./long_stdin.ts");
  return readOn(buffer, count, read);
}

/** Code and markup, of which the middle is always needed, show it here: to try them takes 0.5 ms. */
function isPlain(document: Uint8Array): boolean {
  const sample = document.subarray(document.length >> 1).subarray(0, PAGE_BYTES);
  return !sample.includes(LESS_THAN) && !sample.includes(AMPERSAND);
}

/** Reads as long as there are whole pages and no sign of an end. */
function readPages(buffer: Uint8Array, read: ReadChunk): number {
  let count = 0;
  for (;;) {
    const added = read(buffer.subarray(count)) ?? 0;
    count += added;
    const last = buffer[count - 1];
    if (added === 0 || count % PAGE_BYTES !== 0 || count === buffer.length) return count;
    if (last === CLOSE_BRACE || last === LINE_FEED) return count;
    buffer.fill(0, count, count + PIPE_BYTES); // the system finds memory for it while the writer fills the pipe anew
  }
}

/** As the client ends it: with a line feed, which is escaped inside of a string, or where the writer pauses. */
function endsDocument(bytes: Uint8Array, length: number): boolean {
  if (bytes[length - 1] === LINE_FEED) return bytes[length - 2] === CLOSE_BRACE;
  return bytes[length - 1] === CLOSE_BRACE && length % PAGE_BYTES !== 0;
}

function readFromStdin(buffer: Uint8Array): number | null {
  try {
    return Deno.stdin.readSync(buffer);
  } catch {
    return null; // stdin is closed, or a folder: the same as empty
  }
}

/** `undefined` for anything that is not one JSON value. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    return undefined;
  }
}

/** A process's first decoder takes 0.2 ms, and these two calls 0.04 for what most payloads are: short, and ASCII. */
function decode(bytes: Uint8Array): string {
  const isShort = bytes.length <= FEW_BYTES && Math.max.apply(null, asNumbers(bytes)) < 0x80;
  return isShort ? String.fromCharCode.apply(null, asNumbers(bytes)) : new TextDecoder().decode(bytes);
}

/** `apply` takes them as they are; only the types of the language do not know it. To spread them takes 0.1 ms. */
function asNumbers(bytes: Uint8Array): number[] {
  return bytes as unknown as number[];
}
