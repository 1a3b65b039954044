// Reads the event from stdin, and writes the answer to stdout.
import { orUndefined } from "../base/or_undefined.ts";
import { sleepSync } from "./files.ts";
import { parseJson } from "../base/json.ts";
import { JsonDocumentScanner } from "../base/json_document.ts";
import type { Stdin } from "../wire/payload.ts";

export const MAX_STDIN_BYTES = 16 * 1024 * 1024; // of a larger document only head and tail are kept
/** The system gives zeroed pages for so large a buffer: nobody has to clear it, which would take 0.1 ms. */
const FIRST_BYTES = 2 * 1024 * 1024;
/** A document over `FIRST_BYTES` with more values also counts as too large: parsing a million takes seconds. */
const MAX_VALUES = 200_000;
const KEPT_BYTES = 64 * 1024; // at each end: small fields stand before and after a tool's long texts

/** Returns the number of bytes read into the buffer; `null` at the end of the input. */
export type ReadChunk = (buffer: Uint8Array) => number | null;

/** Reads to the end of the JSON document only, as a client may keep the pipe open. */
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

function readOversize(buffer: Uint8Array, scanner: JsonDocumentScanner, read: ReadChunk): Stdin {
  const head = decode(buffer.subarray(0, KEPT_BYTES));
  const chunk = new Uint8Array(KEPT_BYTES);
  const tail = buffer.slice(-KEPT_BYTES);
  let bytes = buffer.length;
  while (scanner.state === "inside") {
    const count = read(chunk) ?? 0;
    if (count === 0) break;
    const used = scanner.feed(chunk.subarray(0, count));
    bytes += used;
    tail.copyWithin(0, used);
    tail.set(chunk.subarray(0, used), KEPT_BYTES - used);
  }
  return { kind: "oversize", head, tail: decode(tail), bytes };
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export function writeStdout(text: string): void {
  writeAll(Deno.stdout, text);
}

/** Returns ASCII on Windows, because PowerShell decodes the output by the encoding of the terminal. */
export function jsonThroughShell(json: string, system = Deno.build.os): string {
  if (system !== "windows") return json;
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function writeStderr(text: string): void {
  writeAll(Deno.stderr, text);
}

/** Linux writes so few bytes to a pipe as a whole or not at all; other systems may write a part of them. */
const PIPE_BYTES = 4096;
const FULL_PIPE_MS = 2; // the pause while a pipe is full

/** Writes a text, and waits while a non-blocking pipe is full. Stops if the reader has closed the pipe. */
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

/** On Windows, the error of a closed pipe has a code but no class in Deno. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Deno.errors.BrokenPipe || (error as { readonly code?: unknown }).code === "EPIPE";
}
