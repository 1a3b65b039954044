import { isClosedPipe } from "../../machine/stdio.ts";
import { asUserError } from "./attempt.ts";

/** Data, to stdout. A reader that has closed its end (`| head`) has seen enough: what follows is dropped. */
export function printLine(text: string): void {
  printText(`${text}\n`);
}

/** The same of a text with the ends of lines that it has. */
export function printText(text: string): void {
  try {
    writeAll(Deno.stdout, text);
  } catch (cause) {
    if (isClosedPipe(cause)) return;
    throw asUserError("write what was asked for", cause, "free some space, or send it elsewhere");
  }
}

/** One JSON document, to stdout. C1 control characters, which JSON may hold and a terminal obeys, are escaped. */
export function printJson(value: unknown): void {
  printLine(withoutControls(JSON.stringify(value, null, 2)));
}

/** The same on one line, for output of one document after the other. */
export function printJsonLine(value: unknown): void {
  printLine(withoutControls(JSON.stringify(value)));
}

function withoutControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
}

/** Talk, to stderr; nobody need be listening. */
export function warnLine(text: string): void {
  warnText(`${text}\n`);
}

/** The same of a text that ends without its line. */
export function warnText(text: string): void {
  try {
    writeAll(Deno.stderr, text);
  } catch {
    // where it could be told is where it cannot be told
  }
}

interface Stream {
  writeSync(bytes: Uint8Array): number;
}

function writeAll(stream: Stream, text: string): void {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
}
