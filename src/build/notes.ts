import { statOrUndefined } from "./files.ts";

/** What an earlier build left in the JSON file `path`; undefined when there is none or it cannot be read. */
export async function readNote<T>(path: string): Promise<T | undefined> {
  if ((await statOrUndefined(path)) === undefined) return undefined;
  try {
    return JSON.parse(await Deno.readTextFile(path)) as T;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // a note only saves work that can be done again
    throw error;
  }
}

/** Leaves `note` for the next build. Synchronous, so that two executables finishing at once cannot mix. */
export function writeNote(path: string, note: unknown): void {
  Deno.writeTextFileSync(`${path}.new`, `${JSON.stringify(note, undefined, 2)}\n`);
  Deno.renameSync(`${path}.new`, path);
}
