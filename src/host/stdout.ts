/** Writes the whole text, or nothing for `""`. A reader that has gone away is not a failure. */
export function writeStdout(text: string): void {
  if (text === "") return;
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
