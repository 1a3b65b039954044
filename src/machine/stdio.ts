import { orUndefined } from "../base/or_undefined.ts";
import { joined, sleepSync } from "./files.ts";
import { parseJson } from "../base/json.ts";
import { JsonDocumentScanner } from "../base/json_document.ts";
import type { Stdin } from "../wire/payload.ts";

/** The largest document, in bytes, that is kept as a whole. Only head and tail of a larger one are kept. */
export const MAX_STDIN_BYTES = 16 * 1024 * 1024;
/** The first size of the buffer. The system provides memory of this size without filling it, which saves 0.1 ms. */
const FIRST_BYTES = 2 * 1024 * 1024;
/** A document with more values and over 2 MiB also counts as too large: processing a million values takes seconds. */
const MAX_VALUES = 200_000;
/** The bytes that are kept at each end of a document that is too large. */
const KEPT_BYTES = 64 * 1024;

/** Reads bytes into the buffer and returns their number; `null` at the end of the input. */
export type ReadChunk = (buffer: Uint8Array) => number | null;

/** Reads stdin to the end of the JSON document only, as a client may keep the pipe open. */
export function readStdin(
  read: ReadChunk = (buffer) => orUndefined(() => Deno.stdin.readSync(buffer)) ?? null, // closed counts as empty
): Stdin {
  const scanner = new JsonDocumentScanner();
  let buffer = new Uint8Array(FIRST_BYTES);
  let length = 0;
  for (;;) {
    const added = read(buffer.subarray(length)) ?? 0;
    length += scanner.feed(buffer.subarray(length, length + added));
    if (added === 0 || scanner.state === "complete" || scanner.state === "none") break;
    if (length < buffer.length) continue;
    if (scanner.state === "before") length = 0; // megabytes of white space
    else if (length < MAX_STDIN_BYTES) {
      buffer = new Uint8Array(buffer.buffer.transfer(Math.min(length * 4, MAX_STDIN_BYTES)));
    } else return readOversize(buffer, scanner, read);
  }
  const document = buffer.subarray(0, length);
  if (scanner.values > MAX_VALUES && length > FIRST_BYTES) {
    const [head, tail] = [document.subarray(0, KEPT_BYTES), document.subarray(-KEPT_BYTES)];
    return { kind: "oversize", head: decode(head), tail: decode(tail), bytes: length };
  }
  return { kind: "whole", value: parseJson(decode(document)) };
}

/** Reads the rest of a document that is too large, and returns its two ends. */
function readOversize(buffer: Uint8Array, scanner: JsonDocumentScanner, read: ReadChunk): Stdin {
  const head = decode(buffer.subarray(0, KEPT_BYTES));
  const chunk = new Uint8Array(KEPT_BYTES);
  let tail = buffer.slice(-KEPT_BYTES);
  let bytes = buffer.length;
  while (scanner.state === "inside") {
    const count = read(chunk) ?? 0;
    if (count === 0) break;
    const used = scanner.feed(chunk.subarray(0, count));
    bytes += used;
    tail = joined(tail, chunk.subarray(0, used)).slice(-KEPT_BYTES);
  }
  return { kind: "oversize", head, tail: decode(tail), bytes };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Writes a text to stdout. Ignores that the reader has closed the pipe. */
export function writeStdout(text: string): void {
  writeAll(Deno.stdout, text);
}

/** Writes JSON to stdout; on Windows in ASCII, because PowerShell decodes it by the encoding of the terminal. */
export function writeJsonThroughShell(json: string): void {
  writeStdout(Deno.build.os === "windows" ? inAscii(json) : json);
}

/** Returns JSON with `\u…` for all characters that are not ASCII. */
export function inAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes a text to stderr. Ignores that the reader has closed the pipe. */
export function writeStderr(text: string): void {
  writeAll(Deno.stderr, text);
}

/** The bytes of one write: POSIX writes so few to a pipe as a whole or not at all. */
const PIPE_BYTES = 4096;
const FULL_PIPE_MS = 2;

/** Writes all of a text, and waits while a pipe that does not block is full. */
export function writeAll(stream: Pick<typeof Deno.stdout, "writeSync">, text: string): void {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(stream.writeSync(rest.subarray(0, PIPE_BYTES)));
    } catch (error) {
      if (isClosedPipe(error)) return;
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      sleepSync(FULL_PIPE_MS);
    }
  }
}

/** Returns true for the error that the reader has closed the pipe. On Windows it has a code but no class in Deno. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Deno.errors.BrokenPipe || (error as { readonly code?: unknown }).code === "EPIPE";
}
