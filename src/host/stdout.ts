/** Writes the whole text, or nothing for `""`. A reader that has gone away is not a failure. */
export function writeStdout(text: string): void {
  writeAll(Deno.stdout, text);
}

/** The same to stderr. */
export function writeStderr(text: string): void {
  writeAll(Deno.stderr, text);
}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  if (text === "") return;
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
