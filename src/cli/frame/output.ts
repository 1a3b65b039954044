import { isClosedPipe } from "../../machine/stdio.ts";
import { asUserError } from "./attempt.ts";

/** Prints a line of data to stdout. If the reader has closed the pipe (`| head`), nothing is printed. */
export function printLine(text: string): void {
  printText(`${text}\n`);
}

/** Prints a text to stdout as it is, without a further line break. */
export function printText(text: string): void {
  try {
    writeAll(Deno.stdout, text);
  } catch (cause) {
    if (isClosedPipe(cause)) return;
    throw asUserError("write what was asked for", cause, "free some space, or send it elsewhere");
  }
}

/** Prints a JSON document to stdout. C1 control characters, valid in JSON but obeyed by terminals, are escaped. */
export function printJson(value: unknown): void {
  printLine(withoutControls(JSON.stringify(value, null, 2)));
}

/** Prints a JSON document on one line, for output of several documents. */
export function printJsonLine(value: unknown): void {
  printLine(withoutControls(JSON.stringify(value)));
}

function withoutControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
}

/** Prints a message to stderr. Never throws. */
export function warnLine(text: string): void {
  warnText(`${text}\n`);
}

/** Prints a message to stderr without a line break. Never throws. */
export function warnText(text: string): void {
  try {
    writeAll(Deno.stderr, text);
  } catch {
    // the error could only be reported to stderr itself
  }
}

interface Stream {
  writeSync(bytes: Uint8Array): number;
}

function writeAll(stream: Stream, text: string): void {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
}
