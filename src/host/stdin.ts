import type { Stdin } from "../wire/payload.ts";

/** What a pipe holds; nearly every payload fits. */
const FIRST_BYTES = 64 * 1024;
const CLOSE_BRACE = 0x7d;
const LINE_FEED = 0x0a;

/** Reads bytes into the buffer; `null` at the end of the input. */
export type ReadChunk = (buffer: Uint8Array) => number | null;

/**
 * Reads stdin to the end of its JSON document and nothing after it, so that a client that keeps the pipe open
 * cannot hang us. An input that does not begin like an object is read as far as it is there.
 */
export async function readStdin(read: ReadChunk = readFromStdin): Promise<Stdin> {
  const buffer = new Uint8Array(FIRST_BYTES);
  const count = read(buffer) ?? 0;
  const value = count < FIRST_BYTES && endsDocument(buffer, count)
    ? parse(buffer.subarray(0, count))
    : undefined;
  if (value !== undefined) return { kind: "whole", value };
  // A chunk of its own: most payloads are there at once, and every kilobyte of code costs each of them.
  const { readOn } = await import("./long_stdin.ts");
  return readOn(buffer, count, read);
}

/** As the client ends it. */
function endsDocument(bytes: Uint8Array, length: number): boolean {
  return bytes[bytes[length - 1] === LINE_FEED ? length - 2 : length - 1] === CLOSE_BRACE;
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
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
