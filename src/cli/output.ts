import { ExitCode } from "../core/exit_code.ts";

/** Data, to stdout. A reader that has closed its end (`| head`) ends the program, and that is success. */
export function printLine(text: string): void {
  try {
    writeAll(Deno.stdout, `${text}\n`);
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) Deno.exit(ExitCode.Ok);
    throw error;
  }
}

/** One JSON document, to stdout. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Talk, to stderr; nobody need be listening. */
export function warnLine(text: string): void {
  try {
    writeAll(Deno.stderr, `${text}\n`);
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

interface Stream {
  writeSync(bytes: Uint8Array): number;
}

function writeAll(stream: Stream, text: string): void {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
}
