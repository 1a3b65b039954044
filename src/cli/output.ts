/** Data, to stdout. A reader that has closed its end (`| head`) has seen enough: what follows is dropped. */
export function printLine(text: string): void {
  writeAll(Deno.stdout, `${text}\n`);
}

/** One JSON document, to stdout. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Talk, to stderr; nobody need be listening. */
export function warnLine(text: string): void {
  writeAll(Deno.stderr, `${text}\n`);
}

interface Stream {
  writeSync(bytes: Uint8Array): number;
}

function writeAll(stream: Stream, text: string): void {
  try {
    let rest = new TextEncoder().encode(text);
    while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
